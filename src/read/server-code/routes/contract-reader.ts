import ts from 'typescript'
import type {Engine} from '../interpreter/framework-contract.ts'
import type {Value} from '../interpreter/values.ts'
import {Answers} from '../responses/response-reader.ts'
import {GivenSchemas} from '../schemas/declared-schemas.ts'
import type {Schema, Shapes} from '../schemas/types-to-schemas.ts'
import {bare} from '../syntax.ts'
import {type ContractParameter, parametersOf} from '../route-contract.ts'
import type {Handler} from '../routers.ts'

/** Everything needed to read the contract of a route, independent of its framework. */
export class Desk {
  readonly engine: Engine
  readonly checker: ts.TypeChecker
  readonly shapes: Shapes
  readonly given: GivenSchemas
  readonly answers: Answers

  constructor(engine: Engine, shapes: Shapes) {
    this.engine = engine
    this.checker = engine.checker
    this.shapes = shapes
    this.given = new GivenSchemas(engine, shapes)
    this.answers = new Answers(engine.checker, shapes)
  }

  /** The handler functions of a route, including those in wrappers: `wrap(async (req, res) => …)`. */
  functionsOf(handlers: readonly Handler[]): ts.FunctionLikeDeclaration[] {
    const found = handlers.flatMap(({value, node}) => this.#functionsIn(value, node, 0))
    return [...new Set(found)]
  }

  #functionsIn(value: Value, node: ts.Expression | undefined, depth: number): ts.FunctionLikeDeclaration[] {
    const call = node && bare(node)
    if (call && ts.isCallExpression(call) && depth < 4) {
      const args = this.engine.argsOf.get(call) ?? []
      const inner = args.flatMap((each, at) => this.#functionsIn(each, call.arguments[at], depth + 1))
      if (inner.length > 0) return inner
    }
    if (value.kind === 'function') return [value.node]
    if (value.kind === 'choice') return value.options.flatMap(each => this.#functionsIn(each, undefined, depth + 1))
    return []
  }

  parameters(schema: Schema, where: ContractParameter['in'], node?: ts.Node): ContractParameter[] {
    return parametersOf(schema, where, each => this.resolved(each), node)
  }

  /** Resolves a schema that is only a reference to a component. Returns any other schema unchanged. */
  resolved(schema: Schema): Schema {
    const name =
      typeof schema === 'object' && typeof schema.$ref === 'string'
        ? /^#\/components\/schemas\/(.*)$/.exec(schema.$ref)?.[1]
        : undefined
    return name === undefined ? schema : (this.shapes.components.get(name) ?? schema)
  }
}
