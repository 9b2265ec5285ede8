import {
  type DirectiveElement,
  isExecutable,
  type NamedType,
  namedTypeOf,
  type OperationKind,
  typedMembersOf
} from './schema.ts'

// What libraries add to the schema of a service of a federated graph, for the router and not for clients.

/** The parts of a schema that is being read. */
interface SchemaParts {
  readonly types: Map<string, NamedType>
  readonly directives: Map<string, DirectiveElement>
  readonly roots: Map<OperationKind, string>
}

/** The fields that each service has for the router, with their types. */
const FIELDS = [
  ['_service', '_Service'],
  ['_entities', '_Entity']
] as const

/** Types and directives that have the name of a specification before their own. */
const OF_SPECIFICATION = /^@?(?:federation|link|join|core|context|connect)__\w/
const TYPE = /^(?:_Service|_Entity|_Any|_FieldSet)$/

/** Leaves out the machinery of federation, if a schema is `isFederated` or has it. What it returns is reached by keys. */
export function leaveOutMachinery(
  {types, directives, roots}: SchemaParts,
  resolveName: (name: string) => string,
  isFederated: boolean
): void {
  const query = types.get(roots.get('query') ?? '')
  const found = FIELDS.filter(([name, type]) => namedTypeOf(query?.fields.get(name)?.type ?? '') === type)
  if (found.length === 0 && !isFederated) return
  for (const name of types.get('_Entity')?.members.keys() ?? []) {
    const entity = types.get(name)
    if (entity) entity.isEntity = true
  }
  for (const [name] of found) query?.fields.delete(name)
  if (query && found.length > 0 && query.fields.size === 0) {
    types.delete(query.name)
    roots.delete('query')
  }
  for (const [name, {locations}] of directives)
    if (!locations.some(isExecutable) && OF_SPECIFICATION.test(resolveName(`@${name}`))) directives.delete(name)
  const isMachinery = (name: string): boolean => TYPE.test(name) || OF_SPECIFICATION.test(resolveName(name))
  const used = new Set([...types.values()].filter(({name}) => !isMachinery(name)).flatMap(namesIn))
  for (const name of types.keys()) if (isMachinery(name) && !used.has(name)) types.delete(name)
}

/** Directives that services of a federated graph have in their schemas. */
export const FEDERATION_DIRECTIVE =
  /^(?:key|external|requires|provides|extends|link|shareable|tag|override|inaccessible|composeDirective|interfaceObject|authenticated|requiresScopes|policy)$/

/** The types that a type names. */
const namesIn = (type: NamedType): string[] => [
  ...typedMembersOf(type).map(([, name]) => name),
  ...[...type.members.keys(), ...type.interfaces.keys()]
]
