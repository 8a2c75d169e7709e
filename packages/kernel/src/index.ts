export * from "./scale.ts";
