declare module "issue-parser" {
  interface Action {
    readonly slug?: string;
    readonly issue: string;
  }
  function issueParser(
    preset: "github",
  ): (text: string) => { readonly actions: { readonly close?: readonly Action[] } };
  export default issueParser;
}
