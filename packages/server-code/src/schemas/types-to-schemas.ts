import {setOwn, UNKNOWN_SCHEMA} from '@tenure/core/model/json'
import ts from 'typescript'
import {type DocMarks, readDocMarks} from '../doc-comments.ts'
import {WorkBudget} from '../interpreter/step-budget.ts'
import type {MissingParts} from '../missing-parts.ts'

const MAX_DEPTH = 40
/**
 * Maximum number of parts of types and schemas that are converted. Unnamed types are repeated wherever they are used.
 */
const MAX_PARTS = 500_000
/** Built-in types with a fixed JSON representation. */
const BUILTIN_SCHEMAS: Readonly<Record<string, Schema>> = {
  Date: {type: 'string', format: 'date-time'},
  URL: {type: 'string'},
  String: {type: 'string'},
  Number: {type: 'number'},
  Boolean: {type: 'boolean'},
  RegExp: {type: 'object'},
  Map: {type: 'object'},
  Set: {type: 'object'},
  WeakMap: {type: 'object'},
  WeakSet: {type: 'object'}
}

/** Whether `JSON.stringify` leaves out values of a type. */
const isOmitted = ({flags}: ts.Type): boolean =>
  (flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Void | ts.TypeFlags.ESSymbol | ts.TypeFlags.UniqueESSymbol)) !== 0

/** Converts types to JSON Schema, as `JSON.stringify` serializes their values. Named types become components. */
export class TypeConverter {
  readonly components = new Map<string, Schema>()
  /** The code node of each part of the document. */
  readonly nodes: WeakMap<object, ts.Node>
  /** Whether a type of the API, or what it extends, is unknown. */
  hasUnknownTypes = false
  readonly #checker: ts.TypeChecker
  readonly #gaps: MissingParts
  readonly #names = new Map<ts.Type, string>()
  readonly #open: ts.Type[] = []
  readonly budget = new WorkBudget(MAX_PARTS)

  constructor(checker: ts.TypeChecker, gaps: MissingParts, nodes: WeakMap<object, ts.Node>) {
    this.#checker = checker
    this.#gaps = gaps
    this.nodes = nodes
  }

  /**
   * A schema for a value that can't be determined: a reference that resolves to nothing, so that nothing is concluded
   * from it.
   */
  unknownSchema(node: ts.Node, what: string): Schema {
    this.hasUnknownTypes = true
    this.#gaps.reportUncertain(node, `The JSON of a ${what} is unknown. Use a type that states its content.`)
    return {$ref: UNKNOWN_SCHEMA}
  }

  reportComputedDefault(node: ts.Node): void {
    this.#gaps.reportUncertain(node, "The default is computed, so it isn't read. Write it as a constant.")
  }

  /** Reports a response whose status is computed. The status is as much a part of the contract as the path. */
  reportComputedStatus(node: ts.Node): void {
    this.#gaps.reportUncertain(node, 'The status of this response is computed and unknown. Use a constant.')
  }

  reportComputedMedia(node: ts.Node): void {
    this.#gaps.reportUncertain(node, 'The media type of this response is computed and unknown. Use a constant.')
  }

  /** Whether a type carries information, that is, isn't `any`. */
  isTyped(type: ts.Type | undefined): type is ts.Type {
    return type !== undefined && (type.flags & ts.TypeFlags.Any) === 0
  }

  /** The type that a `Promise` or an `Observable` resolves to. */
  awaitedType(type: ts.Type): ts.Type {
    const awaited = this.#checker.getAwaitedType(type) ?? type
    const {symbol} = awaited
    if (symbol?.name === 'Observable') {
      const [inner] = this.#checker.getTypeArguments(awaited as ts.TypeReference)
      if (inner) return this.awaitedType(inner)
    }
    return awaited
  }

  /** Converts a type to a schema. `node` is where the type is used, for warnings. */
  convert(type: ts.Type, node: ts.Node): Schema {
    const {flags} = type
    if (!this.budget.spend()) return this.unknownSchema(node, 'type beyond the limit of types to read')
    if (flags & ts.TypeFlags.Any) return this.unknownSchema(node, `type \`any\`${describeOwner(node)}`)
    if (flags & ts.TypeFlags.Unknown) return {}
    if (flags & ts.TypeFlags.Never) return false
    if (flags & ts.TypeFlags.Null) return {type: 'null'}
    if (flags & ts.TypeFlags.StringLiteral) return {type: 'string', const: (type as ts.StringLiteralType).value}
    if (flags & ts.TypeFlags.NumberLiteral) return {type: 'number', const: (type as ts.NumberLiteralType).value}
    if (flags & ts.TypeFlags.BooleanLiteral)
      return {type: 'boolean', const: (type as {intrinsicName?: string}).intrinsicName === 'true'}
    if (flags & ts.TypeFlags.StringLike && !(flags & ts.TypeFlags.Union)) return {type: 'string'}
    if (flags & ts.TypeFlags.NumberLike && !(flags & ts.TypeFlags.Union)) return {type: 'number'}
    if (flags & ts.TypeFlags.Boolean) return {type: 'boolean'}
    if (flags & ts.TypeFlags.BigIntLike) return this.unknownSchema(node, "type `bigint`, which JSON can't hold,")
    if (isOmitted(type)) return {}
    if (type.isUnion()) return this.#component(type, node, () => this.#union(type, node))
    if (
      flags &
      (ts.TypeFlags.TypeParameter | ts.TypeFlags.IndexedAccess | ts.TypeFlags.Conditional | ts.TypeFlags.Substitution)
    ) {
      const constraint = this.#checker.getBaseConstraintOfType(type)
      return constraint && constraint !== type && !(constraint.flags & ts.TypeFlags.Unknown)
        ? this.convert(constraint, node)
        : this.unknownSchema(node, `type \`${this.#checker.typeToString(type)}\`, which depends on its caller,`)
    }
    return this.#object(type, node)
  }

  #union(type: ts.UnionType, node: ts.Node): Schema {
    const parts = type.types.filter(each => !isOmitted(each))
    const nullable = parts.some(({flags}) => (flags & ts.TypeFlags.Null) !== 0)
    const rest = parts.filter(({flags}) => !(flags & ts.TypeFlags.Null))
    const booleans = rest.filter(({flags}) => flags & ts.TypeFlags.BooleanLiteral)
    const texts = rest.filter((each): each is ts.StringLiteralType => (each.flags & ts.TypeFlags.StringLiteral) !== 0)
    const numbers = rest.filter((each): each is ts.NumberLiteralType => (each.flags & ts.TypeFlags.NumberLiteral) !== 0)
    const others = rest.filter(
      each => !booleans.includes(each) && !texts.includes(each as never) && !numbers.includes(each as never)
    )
    const schemas: Schema[] = [
      ...(texts.length > 0 ? [{type: 'string', enum: texts.map(({value}) => value).sort()}] : []),
      ...(numbers.length > 0 ? [{type: 'number', enum: numbers.map(({value}) => value).sort((a, b) => a - b)}] : []),
      ...(booleans.length > 1 ? [{type: 'boolean'}] : booleans.map(each => this.convert(each, node))),
      // Sorted, because the compiler's order can change with unrelated code.
      ...sortSchemas(withoutDuplicateSchemas(others.map(each => this.convert(each, node))))
    ]
    return anyOf(schemas, nullable)
  }

  /** Turns a named or recursive type into a component and returns a reference to it. */
  #component(type: ts.Type, node: ts.Node, make: () => Schema): Schema {
    const known = this.#names.get(type)
    if (known !== undefined) return {$ref: `#/components/schemas/${known}`}
    const isOpen = this.#open.includes(type)
    const called = componentNameOf(type, this.#checker) ?? (isOpen ? 'Unnamed' : undefined)
    if (called === undefined) {
      if (this.#open.length > MAX_DEPTH) return this.unknownSchema(node, 'type that contains itself without end')
      this.#open.push(type)
      const made = make()
      this.#open.pop()
      const now = this.#names.get(type)
      // The type refers to itself, so that it became a component while it was converted.
      if (now !== undefined) {
        this.components.set(now, made)
        return {$ref: `#/components/schemas/${now}`}
      }
      return made
    }
    const name = this.#freeName(called)
    this.#names.set(type, name)
    // Reserves the name while the schema is built.
    this.components.set(name, {})
    if (isOpen) return {$ref: `#/components/schemas/${name}`}
    const made = make()
    const declared = (type.aliasSymbol ?? type.symbol)?.declarations?.[0]
    if (typeof made === 'object') {
      if (declared) this.nodes.set(made, declared)
    }
    this.components.set(name, made)
    return {$ref: `#/components/schemas/${name}`}
  }

  #freeName(name: string): string {
    for (let number = 1; ; number++) {
      const tried = number === 1 ? name : `${name}${number}`
      if (!this.components.has(tried)) return tried
    }
  }

  #object(type: ts.Type, node: ts.Node): Schema {
    const checker = this.#checker
    if (checker.isTupleType(type)) return this.#tuple(type as ts.TypeReference, node)
    const item = checker.isArrayType(type) ? checker.getTypeArguments(type as ts.TypeReference)[0] : undefined
    // The type of an empty array literal says nothing about its items.
    if (item && item.flags & ts.TypeFlags.Never) return {type: 'array'}
    if (item) return {type: 'array', items: this.convert(item, node)}
    // A branded primitive, such as `string & {brand: …}`, is the primitive.
    const base = type.isIntersection()
      ? type.types.find(
          ({flags}) => flags & (ts.TypeFlags.StringLike | ts.TypeFlags.NumberLike | ts.TypeFlags.BooleanLike)
        )
      : undefined
    if (base) return this.convert(base, node)
    const {symbol} = type
    const builtin =
      symbol && isLibraryFile(symbol.declarations?.[0]?.getSourceFile()) ? BUILTIN_SCHEMAS[symbol.name] : undefined
    if (builtin !== undefined && Object.hasOwn(BUILTIN_SCHEMAS, symbol.name)) return {...(builtin as object)}
    const json = checker.getPropertyOfType(type, 'toJSON')
    const made = json && checker.getTypeOfSymbolAtLocation(json, node).getCallSignatures()[0]?.getReturnType()
    if (made) return this.convert(made, node)
    if (type.getCallSignatures().length > 0 && checker.getPropertiesOfType(type).length === 0) return {}
    if (type.flags & ts.TypeFlags.NonPrimitive) return {type: 'object'}
    return this.#component(type, node, () => this.#fields(type, node))
  }

  #tuple(type: ts.TypeReference, node: ts.Node): Schema {
    const {elementFlags, minLength, hasRestElement} = type.target as ts.TupleType
    const all = this.#checker.getTypeArguments(type)
    const fixed = all.filter((_, at) => !((elementFlags[at] ?? 0) & ts.ElementFlags.Variable))
    const rest = all.find((_, at) => (elementFlags[at] ?? 0) & ts.ElementFlags.Variable)
    return {
      type: 'array',
      prefixItems: fixed.map(each => this.convert(each, node)),
      minItems: minLength,
      ...(hasRestElement && rest ? {items: this.convert(rest, node)} : {items: false, maxItems: fixed.length})
    }
  }

  #fields(type: ts.Type, node: ts.Node): Schema {
    const checker = this.#checker
    const properties: Record<string, Schema> = {}
    const required: string[] = []
    const side = sideWithAny(type, checker)
    for (const symbol of checker.getPropertiesOfType(type)) {
      const declaration = symbol.valueDeclaration ?? symbol.declarations?.[0]
      if (!isSent(symbol, declaration)) continue
      const given = (side && typeOnSide(symbol, side, checker)) ?? checker.getTypeOfSymbolAtLocation(symbol, node)
      const own = withoutOmitted(given)
      if (own.length === 0 || isFunction(given)) continue
      const at = declaration && !isLibraryFile(declaration.getSourceFile()) ? declaration : node
      const made = this.#withDocs(this.convert(given, at), at === declaration ? declaration : undefined, symbol)
      setOwn(properties, symbol.name, made)
      const isOptional =
        (symbol.flags & ts.SymbolFlags.Optional && !side) || (given.isUnion() && given.types.some(isOmitted))
      if (!isOptional) required.push(symbol.name)
    }
    const index = side ? undefined : checker.getIndexInfoOfType(type, ts.IndexKind.String)
    const hasFields = Object.keys(properties).length > 0
    const own = {
      type: 'object',
      ...(hasFields ? {properties} : {}),
      ...(required.length > 0 ? {required} : {}),
      ...(index ? {additionalProperties: this.convert(index.type, node)} : {})
    }
    return this.#withBase(type, own)
  }

  /** The schema of the fields of a type, and of those that it inherits if nothing is known about its base. */
  #withBase(type: ts.Type, own: Schema): Schema {
    const base = this.#unknownBase(type)
    if (!base) return own
    this.hasUnknownTypes = true
    this.#gaps.reportMissing(
      base,
      `The base of \`${type.symbol.name}\` is unknown, so its fields aren't read. Install the package that it comes from.`
    )
    return {allOf: [own, {$ref: UNKNOWN_SCHEMA}]}
  }

  /** What a class or an interface of the program extends although nothing is known about it. */
  #unknownBase({symbol}: ts.Type): ts.Node | undefined {
    for (const declaration of symbol?.declarations ?? []) {
      const isDeclared = ts.isClassLike(declaration) || ts.isInterfaceDeclaration(declaration)
      for (const {token, types} of (isDeclared && declaration.heritageClauses) || []) {
        for (const written of token === ts.SyntaxKind.ExtendsKeyword ? types : []) {
          const base = this.#checker.getTypeAtLocation(written)
          const found = this.isTyped(base) ? this.#unknownBase(base) : written
          if (found) return found
        }
      }
    }
    return undefined
  }

  /** Adds the description and lifecycle marks from the comment above a property. */
  #withDocs(schema: Schema, declaration: ts.Declaration | undefined, symbol: ts.Symbol): Schema {
    if (typeof schema === 'boolean') return schema
    const marks: DocMarks = declaration ? readDocMarks(declaration) : {}
    const about = ts.displayPartsToString(symbol.getDocumentationComment(this.#checker)).trim()
    const made = {...schema, ...(about === '' || !declaration ? {} : {description: about}), ...marks}
    if (declaration) this.nodes.set(made, declaration)
    return made
  }
}

/** The types that a Zod schema has as properties: what it returns, and what it accepts. */
const ZOD_SIDES = ['_output', '_input'] as const
type ZodSide = (typeof ZOD_SIDES)[number]

/**
 * The side of a Zod object on which the type of one field is `any`, so that the compiler makes all fields optional and
 * unknown. `undefined` for any other type.
 */
function sideWithAny(type: ts.Type, checker: ts.TypeChecker): ZodSide | undefined {
  const fields = checker.getPropertiesOfType(type)
  const isSpoiled =
    isAny(checker.getIndexInfoOfType(type, ts.IndexKind.String)?.type) &&
    fields.every(each => checker.getTypeOfSymbol(each).flags & ts.TypeFlags.Unknown)
  return isSpoiled ? ZOD_SIDES.find(side => fields.some(each => isAny(typeOnSide(each, side, checker)))) : undefined
}

const isAny = (type: ts.Type | undefined): boolean => ((type?.flags ?? 0) & ts.TypeFlags.Any) !== 0

/** The type that the schema of a field returns or accepts. `undefined` if the field has no Zod schema. */
function typeOnSide(field: ts.Symbol, side: ZodSide, checker: ts.TypeChecker): ts.Type | undefined {
  const declaration = field.valueDeclaration ?? field.declarations?.[0]
  const property = declaration && checker.getPropertyOfType(checker.getTypeAtLocation(declaration), side)
  return property && checker.getTypeOfSymbol(property)
}

/** The name of the declared value, for messages. */
const describeOwner = (node: ts.Node): string => {
  const {name} = node as ts.NamedDeclaration
  return name && ts.isIdentifier(name) ? ` of \`${name.text}\`` : ''
}

/**
 * Whether a declaration is an accessor of a class without decorators. With a decorator, a library can serialize it, as
 * with `@Expose()` of `class-transformer`.
 */
const isComputed = (node: ts.Declaration): boolean =>
  (ts.isAccessor(node) || ts.isAutoAccessorPropertyDeclaration(node)) &&
  ts.isClassLike(node.parent) &&
  (ts.getDecorators(node) ?? []).length === 0

/** Whether a property can be a field of JSON. Methods and accessors of a class aren't serialized. */
const isSent = ({name, flags}: ts.Symbol, declaration: ts.Declaration | undefined): boolean =>
  !/^(?:__@|#)/.test(name) && !(flags & ts.SymbolFlags.Method) && !(declaration && isComputed(declaration))

const isFunction = (type: ts.Type): boolean =>
  withoutOmitted(type).every(
    each => each.getCallSignatures().length > 0 || (each.flags & ts.TypeFlags.ESSymbolLike) !== 0
  )

const withoutOmitted = (type: ts.Type): readonly ts.Type[] =>
  (type.isUnion() ? type.types : [type]).filter(each => !isOmitted(each))

/** Component name of a type, including its type arguments. `undefined` if the type has no name of its own. */
function componentNameOf(type: ts.Type, checker: ts.TypeChecker): string | undefined {
  const symbol = type.aliasSymbol ?? (isNamed(type) ? type.symbol : undefined)
  if (!symbol || symbol.name.startsWith('__') || !/^[\w$]+$/.test(symbol.name)) return undefined
  // Utility types of the language and of packages, such as `Omit<…>`, aren't names of the API.
  const declaration = symbol.declarations?.[0]
  if (!declaration || isLibraryFile(declaration.getSourceFile())) return undefined
  const args = type.aliasSymbol ? type.aliasTypeArguments : typeArgumentsOf(type, checker)
  const suffix = (args ?? [])
    .map(each => componentNameOf(each, checker) ?? checker.typeToString(each).replaceAll(/\W+/g, '_'))
    .join('_')
  return suffix === '' ? symbol.name : `${symbol.name}_${suffix}`.slice(0, 80).replace(/_+$/, '')
}

function typeArgumentsOf(type: ts.Type, checker: ts.TypeChecker): readonly ts.Type[] {
  const isReference = (type as ts.ObjectType).objectFlags & ts.ObjectFlags.Reference
  if (!isReference) return []
  const {typeParameters = []} = (type as ts.TypeReference).target as ts.InterfaceType
  return checker.getTypeArguments(type as ts.TypeReference).slice(0, typeParameters.length)
}

const isNamed = ({symbol}: ts.Type): boolean =>
  symbol !== undefined && (symbol.flags & (ts.SymbolFlags.Class | ts.SymbolFlags.Interface | ts.SymbolFlags.Enum)) !== 0

const isLibraryFile = (file: ts.SourceFile | undefined): boolean =>
  file === undefined || (file.isDeclarationFile && /[/\\]node_modules[/\\]/.test(file.fileName))

/** A JSON Schema that was built from a type or a declared schema. */
export type Schema = Readonly<Record<string, unknown>> | boolean

/** A schema that accepts any of several. Without schemas, it accepts everything. */
function anyOf(schemas: readonly Schema[], isNullable: boolean): Schema {
  const [only] = schemas
  if (schemas.length === 0) return isNullable ? {type: 'null'} : {}
  if (schemas.length === 1 && only !== undefined) return isNullable ? orNull(only) : only
  return {anyOf: [...schemas, ...(isNullable ? [{type: 'null'}] : [])]}
}

export function orNull(schema: Schema): Schema {
  if (
    typeof schema === 'object' &&
    typeof schema.type === 'string' &&
    schema.enum === undefined &&
    schema.const === undefined
  ) {
    return {...schema, type: [schema.type, 'null']}
  }
  return {anyOf: [schema, {type: 'null'}]}
}

/** Removes duplicate schemas. */
function withoutDuplicateSchemas(schemas: readonly Schema[]): Schema[] {
  const seen = new Set<string>()
  return schemas.filter(each => {
    const key = JSON.stringify(each)
    return !seen.has(key) && seen.add(key)
  })
}

/** Sorts schemas by their JSON, so that the order doesn't depend on the source. */
const sortSchemas = (schemas: readonly Schema[]): Schema[] =>
  schemas
    .map(each => [JSON.stringify(each), each] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, each]) => each)
