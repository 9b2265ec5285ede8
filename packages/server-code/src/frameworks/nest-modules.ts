import ts from 'typescript'
import type {Engine} from '../interpreter/framework-contract.ts'
import {
  type AbstractValue,
  type ClassValue,
  constantValue,
  fieldOf,
  possibleValuesOf,
  stringOf,
  truthinessOf,
  UNKNOWN_VALUE
} from '../interpreter/values.ts'
import {isPackageSpecifier} from '../known-packages.ts'
import type {Middleware} from '../routers.ts'
import {joinPaths} from '../routes/path-templates.ts'
import type {Routing} from '../routes/routing.ts'
import {stripWrappers} from '../syntax.ts'
import {findProvidedFilters, type NestDecorator, readDecorators, readItems} from './nest-decorators.ts'
import {collectConfiguredMiddleware, createModuleMiddleware, findImportsList} from './nest-middleware.ts'

/** Collects the modules of an application, with their controllers and middleware. */
export class NestModules {
  /** Controllers with the paths of the modules that contain them. */
  readonly controllers = new Map<ClassValue, AbstractValue[]>()
  /** Controllers and modules that are added only under a condition. */
  readonly conditional = new Set<AbstractValue>()
  readonly middleware: Middleware[] = []
  readonly #engine: Engine
  readonly #routing: Routing
  readonly #node: ts.Node
  readonly #seen = new Set<ts.Node>()
  readonly #paths = new Map<ts.Node, AbstractValue>()

  constructor(engine: Engine, routing: Routing, node: ts.Node) {
    this.#engine = engine
    this.#routing = routing
    this.#node = node
  }

  visit(root: AbstractValue, isConditional: boolean): void {
    const all: {module: AbstractValue; of: AbstractValue; parts: AbstractValue[]}[] = []
    // A dynamic module is a value of its own and might import itself.
    const open = new Set([root])
    if (isConditional) this.conditional.add(root)
    for (const next of open) {
      const found = this.#readModule(next)
      if (!found) continue
      all.push({module: next, ...found})
      for (const part of found.parts) {
        const modules = readItems(fieldOf(part, 'imports'), () => this.#reportComputed(part, 'imports'))
        for (const [at, written] of modules.entries()) {
          for (const each of possibleValuesOf(written)) {
            const module = this.#withClassOfCall(each, findImport(part, at, modules.length))
            const isConditional = isOneOfSeveral(written) || this.conditional.has(next)
            this.#markConditional(module, open.has(module), isConditional)
            open.add(module)
            const ofPackage = createModuleMiddleware(module, part, at, this.#engine)
            if (ofPackage) this.middleware.push(ofPackage)
          }
        }
        this.middleware.push(...findProvidedFilters(part, this.#node, this.#engine))
      }
      if (found.of.kind === 'class') this.middleware.push(...collectConfiguredMiddleware(found.of, this.#engine))
    }
    for (const {module, of, parts} of all) {
      for (const part of parts) {
        const controllers = readItems(fieldOf(part, 'controllers'), () => this.#reportComputed(part, 'controllers'))
        const listed = controllers.flatMap(one => possibleValuesOf(one).map(each => ({each, one})))
        for (const {each, one} of listed) {
          if (truthinessOf(each) === false) continue
          if (each.kind !== 'class') {
            this.#routing.gaps.reportMissing(
              nodeOf(each) ?? this.#node,
              "The controller is computed, so its routes aren't read. List the class itself."
            )
            continue
          }
          const known = this.controllers.get(each) ?? []
          this.#markConditional(each, known.length > 0, isOneOfSeveral(one) || this.conditional.has(module))
          this.controllers.set(each, [...known, (of.kind === 'class' && this.#paths.get(of.node)) || constantValue('')])
        }
      }
    }
  }

  /** Notes whether a controller or a module is added only under a condition, wherever it is listed. */
  #markConditional(value: AbstractValue, isListed: boolean, isConditional: boolean): void {
    if (!isConditional) this.conditional.delete(value)
    else if (!isListed) this.conditional.add(value)
  }

  /**
   * A module whose `register()` can't be followed to its end, as the class with that method: its decorator holds
   * whatever the method adds. Any other value as it is.
   */
  #withClassOfCall(value: AbstractValue, written: ts.Expression | undefined): AbstractValue {
    const isOpen = value.kind === 'object' && !value.of && value.isOpen && !value.fields.has('module')
    const isUnknown = value.kind === 'unknown' && value.from === undefined
    if (!isOpen && !isUnknown) return value
    const calls = [written, isUnknown ? value.node : undefined].flatMap(node =>
      node && ts.isExpression(node) ? [stripWrappers(node)].filter(ts.isCallExpression) : []
    )
    for (const call of calls) {
      const callee = stripWrappers(call.expression)
      const owner = ts.isPropertyAccessExpression(callee) ? stripWrappers(callee.expression) : undefined
      const symbol = owner && ts.isIdentifier(owner) ? this.#engine.symbolOf(owner) : undefined
      const of = symbol && this.#engine.valueOf(symbol)
      if (of?.kind !== 'class' || !ts.isPropertyAccessExpression(callee)) continue
      this.#routing.gaps.reportUncertain(
        call,
        `What \`${callee.name.text}()\` adds to this module can't be followed. Its decorator is read.`
      )
      if (value.kind !== 'object') return of
      value.fields.set('module', of)
    }
    return value
  }

  #reportComputed(part: AbstractValue, what: string): void {
    this.#routing.gaps.reportMissing(
      nodeOf(part) ?? this.#node,
      `\`${what}\` of this module is computed. What isn't written out in it isn't read.`
    )
  }

  /**
   * Options of a module: from its decorator and, for a dynamic module, from the returned object. `undefined` if the
   * value isn't a module of the program.
   */
  #readModule(given: AbstractValue): {of: AbstractValue; parts: AbstractValue[]} | undefined {
    if (given.kind === 'native' && given.it && 'decorator' in given.it) {
      const it = given.it as NestDecorator
      if (it.decorator === 'RouterModule') this.#readModulePaths(it.args[0], constantValue(''))
      return undefined
    }
    // A module can be left out by a false condition: `isProduction && LoansModule`.
    if (truthinessOf(given) === false) return undefined
    const of = given.kind === 'object' && !given.of ? (given.fields.get('module') ?? UNKNOWN_VALUE) : given
    if (of.kind !== 'class') {
      // Modules of packages are handled as middleware by `createModuleMiddleware`.
      const from = of.kind === 'external' ? of.module : of.kind === 'unknown' ? of.from : undefined
      const isOfPackage = from !== undefined && (from === '' || isPackageSpecifier(from))
      if (!isOfPackage)
        this.#routing.gaps.reportMissing(
          nodeOf(given) ?? this.#node,
          "The module is computed, so its routes aren't read. List the class itself."
        )
      return undefined
    }
    const isKnown = this.#seen.has(of.node)
    this.#seen.add(of.node)
    const decorators = isKnown ? [] : readDecorators(of.node, of, this.#engine)
    const own = decorators.flatMap(({decorator, args: [options]}) =>
      decorator === 'Module' && options ? [options] : []
    )
    const parts = given.kind === 'object' ? [...own, given] : own
    return parts.length === 0 ? undefined : {of, parts}
  }

  /** Records module paths: `RouterModule.register([{path, module, children}])`. */
  #readModulePaths(list: AbstractValue | undefined, above: AbstractValue): void {
    for (const each of readItems(list, () =>
      this.#routing.gaps.reportMissing(
        this.#node,
        "The routes of these modules are computed, so their paths aren't read. Use a constant list."
      )
    ).flatMap(possibleValuesOf)) {
      const path = fieldOf(each, 'path') ?? constantValue('')
      const [start, end] = [stringOf(above), stringOf(path)]
      const isKnown = start !== undefined && end !== undefined
      // Below an unknown path, everything is unknown.
      const whole = isKnown ? constantValue(joinPaths(start, end)) : start === undefined ? above : path
      const module = each.kind === 'class' ? each : fieldOf(each, 'module')
      if (module?.kind === 'class') this.#paths.set(module.node, each.kind === 'class' ? above : whole)
      const children = fieldOf(each, 'children')
      if (children) this.#readModulePaths(children, whole)
    }
  }
}

/** Whether a value might be one of several controllers or modules, or none. */
export const isOneOfSeveral = (value: AbstractValue): boolean =>
  new Set(possibleValuesOf(value).map(each => fieldOf(each, 'module') ?? each)).size > 1

const nodeOf = (value: AbstractValue): ts.Node | undefined =>
  value.kind === 'object' || value.kind === 'unknown' ? value.node : value.kind === 'class' ? value.node : undefined

/** The expression of an imported module. `undefined` if the list isn't written out one by one. */
function findImport(part: AbstractValue, at: number, count: number): ts.Expression | undefined {
  const list = part.kind === 'object' ? findImportsList(part.node) : undefined
  return list?.elements.length === count ? list.elements[at] : undefined
}
