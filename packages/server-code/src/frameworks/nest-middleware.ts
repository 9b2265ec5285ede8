import ts from 'typescript'
import type {Engine} from '../interpreter/framework-contract.ts'
import {
  type AbstractValue,
  type ClassValue,
  fieldOf,
  type NativeValue,
  nativeFunction,
  nativeValue,
  type ObjectValue,
  UNKNOWN_VALUE
} from '../interpreter/values.ts'
import {isPackageSpecifier, packageKindOf} from '../known-packages.ts'
import type {Middleware} from '../routers.ts'
import {argumentExpressions} from '../routes/routing.ts'
import {propertyNameOf} from '../syntax.ts'

/** Middleware that a module registers in `configure(consumer)` with `consumer.apply(…).forRoutes(…)`. */
export function collectConfiguredMiddleware(of: ClassValue, engine: Engine): Middleware[] {
  const self: ObjectValue = {kind: 'object', fields: new Map(), isOpen: true, of}
  const configure = engine.memberOf(of, 'configure', self, false)
  if (configure?.kind !== 'function' || configure.node.parameters.length === 0) return []
  const found: Middleware[] = []
  const consumer: NativeValue = nativeValue({
    get: name =>
      name === 'apply'
        ? nativeFunction(({node, args}) => {
            const written = argumentExpressions(node)
            const applied = args.map((value, at) => ({value, node: written[at] ?? node}))
            return routesOf(applied)
          })
        : undefined
  })
  const routesOf = (applied: readonly Pick<Middleware, 'value' | 'node'>[]): NativeValue => {
    const chain: NativeValue = nativeValue({
      get: name => {
        if (name !== 'forRoutes') return nativeFunction(() => chain)
        return nativeFunction(({args}) => {
          const [only] = args
          const path = args.length === 1 ? (fieldOf(only, 'path') ?? only) : undefined
          for (const each of applied) {
            found.push({name: 'middleware', manner: 'express', ...each, path: path?.kind === 'constant' ? [path] : []})
          }
          return consumer
        })
      }
    })
    return chain
  }
  engine.invoke(configure, [consumer], self)
  return found
}

/**
 * Middleware entry for an imported module of a package, which might have controllers. `part` holds the options of the
 * importing module. `undefined` if the module is part of the program or known to be harmless.
 */
export function createModuleMiddleware(
  given: AbstractValue,
  part: AbstractValue,
  at: number,
  engine: Engine
): Middleware | undefined {
  const of = given.kind === 'object' && !given.of ? (fieldOf(given, 'module') ?? UNKNOWN_VALUE) : given
  const from = of.kind === 'external' ? of.module : of.kind === 'unknown' ? of.from : undefined
  const list = part.kind === 'object' ? findImportsList(part.node) : undefined
  const node = (of.kind === 'unknown' ? of.node : undefined) ?? list?.elements[at] ?? list
  if (!node || from === undefined || !isPackageSpecifier(from) || packageKindOf(from) === 'aside') return undefined
  const options = ts.isCallExpression(node) ? engine.argumentsByCall.get(node)?.[0] : undefined
  const path = fieldOf(options, 'path') ?? fieldOf(options, 'serveRoot')
  return {name: 'module', manner: 'express', value: of, node, path: path?.kind === 'constant' ? [path] : []}
}

/** The `imports` array in the options of a module decorator. `undefined` if it isn't an array literal. */
export function findImportsList(node: ts.Node | undefined): ts.ArrayLiteralExpression | undefined {
  const own = node && ts.isObjectLiteralExpression(node) ? node.properties : []
  const imports = own.find(each => propertyNameOf(each.name as ts.PropertyName | undefined) === 'imports')
  return imports && ts.isPropertyAssignment(imports) && ts.isArrayLiteralExpression(imports.initializer)
    ? imports.initializer
    : undefined
}
