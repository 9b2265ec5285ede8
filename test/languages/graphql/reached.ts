// Which types the operations of a schema reach, as graphql-js knows it.
import {
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isUnionType
} from 'graphql'

/** The types that clients reach, in results and in what they send. */
export function findReached(schema: GraphQLSchema): {output: Set<string>; input: Set<string>} {
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]
  const output = new Set(roots.flatMap(each => each?.name ?? []))
  const input = new Set<string>()
  const unions = Object.values(schema.getTypeMap()).filter(isUnionType)
  for (const name of output) {
    const type = schema.getType(name)
    if (isAbstractType(type)) for (const each of schema.getPossibleTypes(type)) output.add(each.name)
    if (!isObjectType(type) && !isInterfaceType(type)) continue
    // A fragment on a union can stand wherever one of its types can.
    for (const each of [...type.getInterfaces(), ...unions.filter(union => union.getTypes().some(of => of === type))])
      output.add(each.name)
    for (const field of Object.values(type.getFields())) {
      output.add(getNamedType(field.type).name)
      for (const arg of field.args) input.add(getNamedType(arg.type).name)
    }
  }
  for (const name of input) {
    const type = schema.getType(name)
    if (isInputObjectType(type))
      for (const field of Object.values(type.getFields())) input.add(getNamedType(field.type).name)
  }
  return {output, input}
}
