import {defined} from '@tenure/core/model/defined'
import ts from 'typescript'
import type {Engine} from '../interpreter/framework-contract.ts'
import type {AbstractValue} from '../interpreter/values.ts'
import {ResponseReader} from '../responses/response-reader.ts'
import type {ContractBody, ContractParameter, ContractResponse, RouteContract} from '../route-contract.ts'
import type {Handler} from '../routers.ts'
import {DeclaredSchemas} from '../schemas/declared-schemas.ts'
import type {Schema, TypeConverter} from '../schemas/types-to-schemas.ts'
import {stripWrappers} from '../syntax.ts'

/** Everything needed to read the contract of a route, independent of its framework. */
export class ContractReader {
  readonly engine: Engine
  readonly checker: ts.TypeChecker
  readonly shapes: TypeConverter
  readonly declaredSchemas: DeclaredSchemas
  readonly answers: ResponseReader

  constructor(engine: Engine, shapes: TypeConverter) {
    this.engine = engine
    this.checker = engine.checker
    this.shapes = shapes
    this.declaredSchemas = new DeclaredSchemas(engine, shapes)
    this.answers = new ResponseReader(engine.checker, shapes)
  }

  /** The handler functions of a route, including those in wrappers: `wrap(async (req, res) => …)`. */
  findHandlerFunctions(handlers: readonly Handler[]): ts.FunctionLikeDeclaration[] {
    const found = handlers.flatMap(({value, node}) => this.#functionsIn(value, node, 0))
    return [...new Set(found)]
  }

  #functionsIn(value: AbstractValue, node: ts.Expression | undefined, depth: number): ts.FunctionLikeDeclaration[] {
    const call = node && stripWrappers(node)
    if (call && ts.isCallExpression(call) && depth < 4) {
      const args = this.engine.argumentsByCall.get(call) ?? []
      const inner = args.flatMap((each, at) => this.#functionsIn(each, call.arguments[at], depth + 1))
      if (inner.length > 0) return inner
    }
    if (value.kind === 'function') return [value.node]
    if (value.kind === 'choice') return value.options.flatMap(each => this.#functionsIn(each, undefined, depth + 1))
    return []
  }

  /** Parameters in one location, from an object schema with one property per parameter. */
  parameters(schema: Schema, where: ContractParameter['in'], node: ts.Node): ContractParameter[] {
    const whole = this.#resolveReference(schema)
    if (typeof whole !== 'object') return []
    const {properties = {}, required = []} = whole as {
      properties?: Readonly<Record<string, Schema>>
      required?: readonly string[]
    }
    return Object.entries(properties).map(([name, inner]) => {
      const {deprecated, ...rest} = typeof inner === 'object' ? inner : {deprecated: undefined}
      return defined({
        name,
        in: where,
        required: where === 'path' || required.includes(name),
        schema: typeof inner === 'object' && deprecated !== undefined ? rest : inner,
        more: deprecated === undefined ? undefined : {deprecated},
        node
      })
    })
  }

  /** Resolves a schema that is only a reference to a component. Returns any other schema unchanged. */
  #resolveReference(schema: Schema): Schema {
    const name =
      typeof schema === 'object' && typeof schema.$ref === 'string'
        ? /^#\/components\/schemas\/(.*)$/.exec(schema.$ref)?.[1]
        : undefined
    return name === undefined ? schema : (this.shapes.components.get(name) ?? schema)
  }
}

/** The contract of a route while it is read. */
export abstract class ContractDraft implements RouteContract {
  protected readonly reader: ContractReader
  readonly parameters: ContractParameter[] = []
  body?: ContractBody
  readonly answers: ContractResponse[] = []

  constructor(reader: ContractReader) {
    this.reader = reader
  }
}
