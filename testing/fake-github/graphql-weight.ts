/** @module How many nodes a GraphQL query may return, what it costs, and that every connection in it is bounded. */

import {
  type ASTVisitor,
  type DocumentNode,
  type FieldNode,
  GraphQLError,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isInterfaceType,
  isObjectType,
  Kind,
  type SelectionSetNode,
  type ValidationContext,
} from "graphql";

export const nodeLimit = 500_000;

export interface Weight {
  /** At most this many nodes. */
  readonly nodes: number;
  /** Connections that must be read to answer. */
  readonly reads: number;
}

/** The platform's rule: one point for every hundred reads, at least one. */
export function queryCost(weight: Weight): number {
  return Math.max(Math.round(weight.reads / 100), 1);
}

/** GitHub refuses a connection without `first` or `last`. */
export function boundedConnections(context: ValidationContext): ASTVisitor {
  return {
    Field(node) {
      const type = context.getType();
      if (type === undefined || type === null || !getNamedType(type).name.endsWith("Connection")) return;
      const names = new Set(node.arguments?.map((argument) => argument.name.value));
      if (names.has("first") || names.has("last")) return;
      const message = `You must provide a \`first\` or \`last\` value to properly paginate the \`${node.name.value}\` connection.`;
      context.reportError(
        new GraphQLError(message, { nodes: node, extensions: { type: "MISSING_PAGINATION_BOUNDARIES" } }),
      );
    },
  };
}

/** Counts as the documentation does: a connection of 50 inside one of 100 may return 5,000 nodes. */
export function weigh(
  schema: GraphQLSchema,
  document: DocumentNode,
  variables: Readonly<Record<string, unknown>>,
): Weight {
  const fragments = new Map(
    document.definitions.flatMap((one) =>
      one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one] as const] : [],
    ),
  );
  let nodes = 0;
  let reads = 0;

  function walk(selections: SelectionSetNode, typeName: string, times: number): void {
    for (const selection of selections.selections) {
      if (selection.kind === Kind.FIELD) walkField(selection, typeName, times);
      else if (selection.kind === Kind.INLINE_FRAGMENT) {
        walk(selection.selectionSet, selection.typeCondition?.name.value ?? typeName, times);
      } else {
        const fragment = fragments.get(selection.name.value);
        if (fragment !== undefined) walk(fragment.selectionSet, fragment.typeCondition.name.value, times);
      }
    }
  }

  function walkField(field: FieldNode, typeName: string, times: number): void {
    const type = schema.getType(typeName);
    const definition = isObjectType(type) || isInterfaceType(type) ? type.getFields()[field.name.value] : undefined;
    if (definition === undefined || field.selectionSet === undefined) return;
    const below = getNamedType(definition.type);
    if (!isCompositeType(below)) return;
    const size = below.name.endsWith("Connection") ? pageSize(field, variables) : undefined;
    if (size !== undefined) {
      nodes += times * size;
      reads += times;
    }
    walk(field.selectionSet, below.name, times * (size ?? 1));
  }

  for (const definition of document.definitions) {
    if (definition.kind === Kind.OPERATION_DEFINITION) walk(definition.selectionSet, "Query", 1);
  }
  return { nodes, reads };
}

function pageSize(field: FieldNode, variables: Readonly<Record<string, unknown>>): number {
  for (const argument of field.arguments ?? []) {
    if (argument.name.value !== "first" && argument.name.value !== "last") continue;
    if (argument.value.kind === Kind.INT) return Number(argument.value.value);
    if (argument.value.kind === Kind.VARIABLE) return Number(variables[argument.value.name.value] ?? 100);
  }
  return 1;
}
