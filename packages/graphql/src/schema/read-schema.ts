import type {ReadProblem} from '@tenure/core/model/api/read-problem'
import {defined} from '@tenure/core/model/defined'
import type {SourceLocation} from '@tenure/core/model/location'
import {
  type ConstDirectiveNode,
  DEFAULT_DEPRECATION_REASON,
  type DefinitionNode,
  type DirectiveDefinitionNode,
  type FieldDefinitionNode,
  type InputValueDefinitionNode,
  isExecutableDefinitionNode,
  Kind,
  type NamedTypeNode,
  type NameNode,
  print,
  type SchemaDefinitionNode,
  type SchemaExtensionNode,
  type StringValueNode,
  specifiedDirectives,
  TokenKind,
  type TypeDefinitionNode,
  type TypeExtensionNode,
  type TypeNode
} from 'graphql'
import {leaveOutMachinery} from './federation.ts'
import {type JsonText, parseIntrospection} from './introspection.ts'
import {type ParsedSdl, parseSdl} from './parse-sdl.ts'
import {
  type DirectiveElement,
  type FieldElement,
  type GraphqlSchema,
  type InputElement,
  isBuiltIn,
  type NamedType,
  namedTypeOf,
  OPERATIONS,
  type OperationKind,
  type SchemaElement,
  type TypeKind,
  typedMembersOf,
  type Unstated
} from './schema.ts'
import {SpecificationNames} from './specification-names.ts'

const KINDS: Readonly<Record<string, TypeKind>> = {
  [Kind.OBJECT_TYPE_DEFINITION]: 'object',
  [Kind.INTERFACE_TYPE_DEFINITION]: 'interface',
  [Kind.INPUT_OBJECT_TYPE_DEFINITION]: 'input',
  [Kind.ENUM_TYPE_DEFINITION]: 'enum',
  [Kind.UNION_TYPE_DEFINITION]: 'union',
  [Kind.SCALAR_TYPE_DEFINITION]: 'scalar'
}

const SPECIFIED = new Set(specifiedDirectives.map(({name}) => name))

/** A file of a schema. */
export interface SchemaText {
  readonly source: string
  readonly text: string
  /** The result of an introspection query; omitted for definitions. */
  readonly json?: JsonText | undefined
}

/**
 * Reads the files of a schema as one, with its extensions: definitions, or the results of an introspection query. Throws
 * an `InputError` if one can't be parsed. `source` is the name of them all.
 */
export function readSchema(source: string, files: readonly SchemaText[]): GraphqlSchema {
  const all = files
    .map(
      ({source: file, text, json}) =>
        [file, json ? parseIntrospection(json, text, file) : parseSdl(text, file)] as const
    )
    // Documents of clients can be in the same folder.
    .filter(([, {document}]) => files.length === 1 || !document.definitions.every(isExecutableDefinitionNode))
  const reading = new SchemaReading(
    source,
    new SpecificationNames(all.flatMap(([, {document}]) => document.definitions))
  )
  for (const [file, parsed] of all) reading.addFile(file, parsed)
  return reading.finish()
}

interface Node {
  readonly name: NameNode
  readonly description?: StringValueNode | undefined
  readonly directives?: readonly ConstDirectiveNode[] | undefined
  readonly loc?: FieldDefinitionNode['loc']
}

class SchemaReading {
  readonly types = new Map<string, NamedType>()
  readonly directives = new Map<string, DirectiveElement>()
  readonly #roots = new RootTypes()
  readonly #name: string
  readonly #problems: ReadProblem[] = []
  readonly #unstated = new Set<Unstated>()
  /** The file that is being read. */
  #source: string
  #hasCommentDescriptions = false
  /** Types that only extensions define, as in a federated graph. */
  readonly #extended = new Set<string>()
  readonly #hidden = new Set<string>()
  readonly #names: SpecificationNames
  /** Whether a schema links to the specification of federation, or a type has a key. */
  #isFederated: boolean

  constructor(source: string, names: SpecificationNames) {
    this.#name = source
    this.#source = source
    this.#names = names
    this.#isFederated = names.linked.has('federation')
  }

  addFile(source: string, {document, problems, hasCommentDescriptions, unstated}: ParsedSdl): void {
    this.#source = source
    this.#hasCommentDescriptions = hasCommentDescriptions
    this.#problems.push(...problems)
    for (const each of unstated ?? []) this.#unstated.add(each)
    for (const definition of document.definitions) this.#add(definition)
  }

  #add(definition: DefinitionNode): void {
    if (definition.kind === Kind.DIRECTIVE_DEFINITION) this.#addDirective(definition)
    else if (definition.kind === Kind.SCHEMA_DEFINITION || definition.kind === Kind.SCHEMA_EXTENSION)
      this.#roots.add(definition, node => placeOf(this.#source, node))
    else if ('name' in definition && /Type(?:Definition|Extension)$/.test(definition.kind))
      this.#addType(definition as TypeDefinitionNode | TypeExtensionNode)
    else
      this.#warn(
        'An operation or fragment is no part of a schema, so it is ignored.',
        placeOf(this.#source, definition)
      )
  }

  finish(): GraphqlSchema {
    const roots = this.#roots.resolve(this.types, (name, place) => {
      if (!this.#hidden.has(name)) this.#warn(`The type \`${name}\` isn't defined, so it is left out.`, place)
    })
    if (!this.#isFederated)
      for (const {fields} of this.types.values()) for (const field of fields.values()) delete field.isExternal
    // The schema of a whole federated graph links to specifications, too.
    const isComposed = this.#isFederated || this.#names.linked.size > 0
    leaveOutMachinery(
      {types: this.types, directives: this.directives, roots},
      name => this.#names.resolve(name),
      isComposed
    )
    this.#leaveOutUnknownTypes()
    return {
      source: this.#name,
      types: this.types,
      directives: this.directives,
      roots,
      problems: this.#problems,
      unstated: this.#unstated
    }
  }

  #addDirective(node: DirectiveDefinitionNode): void {
    // Every schema has these, whether it defines them or not.
    if (SPECIFIED.has(node.name.value)) return
    const args = new Map<string, InputElement>()
    for (const each of node.arguments ?? []) args.set(each.name.value, this.#readInput(each))
    this.directives.set(node.name.value, {
      ...this.#readElement(node),
      args,
      locations: node.locations.map(({value}) => value),
      isRepeatable: node.repeatable
    })
  }

  #addType(node: TypeDefinitionNode | TypeExtensionNode): void {
    if (this.#has(node, 'inaccessible')) {
      this.#hidden.add(node.name.value)
      return
    }
    const name = node.name.value
    if (isBuiltIn(name)) return
    const isExtension = /Extension$/.test(node.kind)
    const known = this.types.get(name)
    if (known && !isExtension && !this.#extended.has(name) && !isSplitRoot(name, known.place.source, this.#source))
      this.#warn(
        `\`${name}\` is defined twice${elsewhere(known.place, this.#source)}. Its definitions are read as one.`,
        placeOf(this.#source, node.name)
      )
    if (!known && isExtension) this.#extended.add(name)
    const type = known ?? this.#readType(node)
    if (!isExtension) this.#extended.delete(name)
    this.types.set(name, type)
    this.#addMembers(type, node)
  }

  #readType(node: TypeDefinitionNode | TypeExtensionNode): NamedType {
    return {
      ...this.#readElement(node),
      kind: KINDS[node.kind.replace(/Extension$/, 'Definition')] ?? 'scalar',
      ...{fields: new Map(), inputs: new Map(), values: new Map(), members: new Map(), interfaces: new Map()},
      ...{isOneOf: false, isEntity: false}
    }
  }

  #addMembers(type: NamedType, node: TypeDefinitionNode | TypeExtensionNode): void {
    const {name} = type
    type.isOneOf ||= type.kind === 'input' && node.directives?.some(({name: {value}}) => value === 'oneOf') === true
    type.isEntity ||= this.#has(node, 'key')
    this.#isFederated ||= type.isEntity
    const isExternal = this.#has(node, 'external')
    const specification = node.directives?.find(each => each.name.value === 'specifiedBy')
    if (/Extension$/.test(node.kind))
      Object.assign(type, {directives: [...(type.directives ?? []), ...(node.directives ?? [])]})
    Object.assign(type, defined({specifiedBy: specification && textArgument(specification, 'url')}))
    if ('interfaces' in node)
      for (const each of node.interfaces ?? []) type.interfaces.set(each.name.value, placeOf(this.#source, each))
    if ('types' in node)
      for (const each of node.types ?? []) type.members.set(each.name.value, placeOf(this.#source, each))
    if ('values' in node)
      for (const each of node.values ?? []) this.#addTo(type.values, name, each, () => this.#readElement(each))
    if (!('fields' in node)) return
    for (const each of node.fields ?? [])
      if (each.kind === Kind.FIELD_DEFINITION) this.#addField(type, each, isExternal)
      else this.#addTo(type.inputs, name, each, () => this.#readInput(each))
  }

  /** Adds a field. Where files of several services define it, those that only refer to it count for nothing. */
  #addField({name, fields}: NamedType, node: FieldDefinitionNode, isOfExternal: boolean): void {
    const isExternal = isOfExternal || this.#has(node, 'external')
    const known = fields.get(node.name.value)
    if (known && !known.isExternal && isExternal) return
    this.#addTo(fields, name, node, () => ({...this.#readField(node), ...(isExternal ? {isExternal} : {})}))
  }

  #addTo<Element extends SchemaElement>(
    all: Map<string, Element>,
    type: string,
    node: Node,
    read: () => Element
  ): void {
    const name = node.name.value
    if (this.#has(node, 'inaccessible')) return
    const known = all.get(name)
    if (known)
      this.#warn(
        `\`${type}.${name}\` is defined twice${elsewhere(known.place, this.#source)}. The last definition is read.`,
        placeOf(this.#source, node.name)
      )
    all.set(name, read())
  }

  #readField(node: FieldDefinitionNode): FieldElement {
    const args = new Map<string, InputElement>()
    for (const each of node.arguments ?? [])
      if (!this.#has(each, 'inaccessible')) args.set(each.name.value, this.#readInput(each))
    return {...this.#readElement(node), type: this.#typeText(node.type), args}
  }

  #readInput(node: InputValueDefinitionNode): InputElement {
    const usual = node.defaultValue && print(node.defaultValue)
    return {...this.#readElement(node), type: this.#typeText(node.type), ...defined({default: usual})}
  }

  #readElement(node: Node): SchemaElement {
    const [mark] = node.directives?.filter(({name}) => name.value === 'deprecated') ?? []
    const reason = mark && (textArgument(mark, 'reason') ?? '').replace(DEFAULT_DEPRECATION_REASON, '')
    const description = node.description?.value ?? this.#commentBefore(node)
    return {
      name: node.name.value,
      place: placeOf(this.#source, node.name),
      ...defined({description: description || undefined, reason}),
      ...(node.directives && node.directives.length > 0 ? {directives: node.directives} : {})
    }
  }

  #commentBefore({loc}: Node): string | undefined {
    if (!this.#hasCommentDescriptions || !loc) return undefined
    const lines: string[] = []
    let line = loc.startToken.line
    for (
      let token = loc.startToken.prev;
      token?.kind === TokenKind.COMMENT && token.line === line - 1;
      token = token.prev
    ) {
      lines.unshift(token.value.replace(/^ /, ''))
      line = token.line
    }
    return lines.length === 0 ? undefined : lines.join('\n')
  }

  #typeText(node: TypeNode): string {
    if (node.kind === Kind.NAMED_TYPE) return node.name.value
    if (node.kind === Kind.LIST_TYPE) return `[${this.#typeText(node.type)}]`
    return `${this.#typeText(node.type)}!`
  }

  /** Warns of types that nothing defines, but for those of a federated graph. They are scalars, or left out. */
  #leaveOutUnknownTypes(): void {
    const used = new Map<string, SourceLocation>()
    for (const type of this.types.values()) {
      for (const [, name, place] of typedMembersOf(type)) used.set(name, place)
      for (const [name, place] of [...type.members, ...type.interfaces]) {
        if (this.types.has(name)) continue
        const why = isBuiltIn(name) ? 'is a scalar' : "isn't defined"
        if (!this.#hidden.has(name)) this.#warn(`The type \`${name}\` ${why}, so it is left out.`, place)
        type.members.delete(name)
        type.interfaces.delete(name)
      }
    }
    for (const {args} of this.directives.values())
      for (const {type, place} of args.values()) used.set(namedTypeOf(type), place)
    for (const [name, place] of used) {
      const isKnown = isBuiltIn(name) || this.types.has(name) || this.#hidden.has(name)
      if (!isKnown && !/^(?:_|[a-z]+__)/.test(name) && !/FieldSet$/.test(name))
        this.#warn(`The type \`${name}\` isn't defined. It is read as a scalar.`, place)
    }
  }

  /** Whether it has a directive of federation, whatever the schema calls it. */
  #has({directives = []}: Pick<Node, 'directives'>, name: string): boolean {
    return directives.some(each => this.#names.resolve(`@${each.name.value}`) === `@federation__${name}`)
  }

  #warn(message: string, place: SourceLocation): void {
    this.#problems.push({message, place, isRead: true})
  }
}

/** Where else something is defined, if that is another file. */
const elsewhere = ({source, line}: SourceLocation, here: string): string =>
  source === here ? '' : `, also at ${source}:${line}`

/** Whether each of two files defines its part of a root type, as tools that merge files allow. */
const isSplitRoot = (name: string, one: string, other: string): boolean =>
  one !== other && /^(?:Query|Mutation|Subscription)$/.test(name)

const placeOf = (source: string, {loc}: {readonly loc?: FieldDefinitionNode['loc']}): SourceLocation => {
  const token = loc?.startToken
  return token ? {source, line: token.line, column: token.column} : {source}
}

function textArgument({arguments: all = []}: ConstDirectiveNode, name: string): string | undefined {
  const value = all.find(each => each.name.value === name)?.value
  return value?.kind === Kind.STRING ? value.value : undefined
}

/** Reads which types operations begin with: those that `schema` names, or those with the usual names. */
class RootTypes {
  readonly #named = new Map<OperationKind, readonly [name: string, place: SourceLocation]>()
  #usesUsual = true

  add(
    {kind, operationTypes = []}: SchemaDefinitionNode | SchemaExtensionNode,
    placeOf: (node: NamedTypeNode) => SourceLocation
  ): void {
    if (kind === Kind.SCHEMA_DEFINITION) this.#usesUsual = false
    for (const {operation, type} of operationTypes) this.#named.set(operation, [type.name.value, placeOf(type)])
  }

  /** The name of the type of each operation. `onUnknown` gets those that nothing defines. */
  resolve(
    types: ReadonlyMap<string, NamedType>,
    onUnknown: (name: string, place: SourceLocation) => void
  ): Map<OperationKind, string> {
    const found = new Map<OperationKind, string>()
    for (const operation of OPERATIONS) {
      const usual = `${operation.charAt(0).toUpperCase()}${operation.slice(1)}`
      const [name, place] = this.#named.get(operation) ?? []
      if (this.#usesUsual && types.get(usual)?.kind === 'object') found.set(operation, usual)
      else if (name !== undefined && place && !types.has(name)) onUnknown(name, place)
      else if (name !== undefined) found.set(operation, name)
    }
    return found
  }
}
