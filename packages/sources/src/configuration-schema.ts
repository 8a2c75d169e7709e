/** @module What the configuration schema allows at a place: its keys, for messages and for the test of the reference. */

import type * as z from "zod/mini";

type Schema = z.core.$ZodType;
type Step = string | number;

/** The schemas a value at this schema may be read by, with defaults, optional marks and unions taken off. */
function alternatives(schema: Schema): Schema[] {
  const def = schema._zod.def as unknown as {
    type: string;
    innerType?: Schema;
    options?: readonly Schema[];
  };
  if (def.innerType !== undefined) return alternatives(def.innerType);
  if (def.type === "union") return (def.options ?? []).flatMap(alternatives);
  return [schema];
}

function shapeOf(schema: Schema): Readonly<Record<string, Schema>> | undefined {
  const def = schema._zod.def as unknown as { type: string; shape?: Readonly<Record<string, Schema>> };
  return def.type === "object" ? def.shape : undefined;
}

function below(schema: Schema, step: Step): Schema[] {
  return alternatives(schema).flatMap((each) => {
    const def = each._zod.def as unknown as { type: string; element?: Schema; valueType?: Schema };
    const next = def.type === "array" ? def.element : def.type === "record" ? def.valueType : shapeOf(each)?.[step];
    return next === undefined ? [] : [next];
  });
}

function at(schema: Schema, path: readonly Step[]): Schema[] {
  let schemas = [schema];
  for (const step of path) schemas = schemas.flatMap((each) => below(each, step));
  return schemas.flatMap(alternatives);
}

/** The keys a set of keys at this path may hold, in the order of the schema; empty where any key or none is allowed. */
export function keysAt(schema: Schema, path: readonly Step[]): string[] {
  return [...new Set(at(schema, path).flatMap((each) => Object.keys(shapeOf(each) ?? {})))];
}

/** Every key path the schema names; `*` stands for a name the user chooses, `[]` for a place in a list. */
export function keyPaths(schema: Schema, prefix = ""): string[] {
  const paths = alternatives(schema).flatMap((each) => {
    const def = each._zod.def as unknown as { type: string; element?: Schema; valueType?: Schema };
    if (def.type === "array" && def.element !== undefined) return keyPaths(def.element, `${prefix}[]`);
    if (def.type === "record" && def.valueType !== undefined) return keyPaths(def.valueType, `${prefix}.*`);
    return Object.entries(shapeOf(each) ?? {}).flatMap(([key, value]) => {
      const path = prefix === "" ? key : `${prefix}.${key}`;
      return [path, ...keyPaths(value, path)];
    });
  });
  return [...new Set(paths)];
}
