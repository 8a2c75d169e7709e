/** @module The fake's GraphQL schema is a true part of the one GitHub publishes. */

import { readFileSync } from "node:fs";
import { schema as publishedText } from "@octokit/graphql-schema";
import {
  buildSchema,
  type GraphQLField,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isSpecifiedScalarType,
  isUnionType,
} from "graphql";
import { describe, expect, it } from "vitest";

// The published text defines two fields twice, which its own validation would refuse.
const published = buildSchema(publishedText.idl, { assumeValidSDL: true });
const own = buildSchema(readFileSync(new URL("schema.graphql", import.meta.url), "utf8"));
const types = Object.values(own.getTypeMap()).filter(
  (type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type),
);

function signature(field: GraphQLField<unknown, unknown>): string {
  const args = field.args.map(
    (argument) => `${argument.name}: ${String(argument.type)} = ${JSON.stringify(argument.defaultValue)}`,
  );
  return `(${args.join(", ")}): ${String(field.type)}`;
}

describe("the fake's part of GitHub's schema", () => {
  it("holds the types the product's queries need", () => {
    expect(types.length).toBeGreaterThan(100);
  });

  it.each(types.map((type) => [type.name, type] as const))("%s is as GitHub publishes it", (name, type) => {
    const real = published.getType(name);
    expect(real?.constructor.name).toBe(type.constructor.name);
    if ((isObjectType(type) || isInterfaceType(type)) && (isObjectType(real) || isInterfaceType(real))) {
      const realFields = real.getFields();
      for (const field of Object.values(type.getFields())) {
        const realField = realFields[field.name];
        const publishedField = realField === undefined ? "missing" : signature(realField);
        expect(`${field.name}${signature(field)}`).toBe(`${field.name}${publishedField}`);
      }
      const realInterfaces = new Set(real.getInterfaces().map((one) => one.name));
      for (const one of type.getInterfaces()) expect(realInterfaces).toContain(one.name);
    }
    if (isEnumType(type) && isEnumType(real)) {
      expect(type.getValues().map((value) => value.name)).toEqual(real.getValues().map((value) => value.name));
    }
    if (isUnionType(type) && isUnionType(real)) {
      const members = new Set(real.getTypes().map((member) => member.name));
      for (const member of type.getTypes()) expect(members).toContain(member.name);
    }
    if (isInputObjectType(type) && isInputObjectType(real)) {
      expect(Object.keys(type.getFields())).toEqual(Object.keys(real.getFields()));
    }
  });
});
