import type ts from 'typescript'
import type {Engine, FrameworkModel} from '../interpreter/framework-contract.ts'
import {
  type AbstractValue,
  type CallWithArguments,
  type ClassValue,
  constantValue,
  fieldOf,
  listValue,
  nativeFunction,
  nativeValue,
  objectValue,
  possibleValuesOf,
  stringOf,
  UNKNOWN_VALUE
} from '../interpreter/values.ts'
import {statusByName} from '../responses/status-values.ts'
import {createRouter, type Middleware, type PackageValue} from '../routers.ts'
import {joinPaths} from '../routes/path-templates.ts'
import {argumentExpressions, asRouter, type Routing} from '../routes/routing.ts'
import {readControllerRoutes} from './nest-controllers.ts'
import {
  findNotFoundFilters,
  findProvidedFilters,
  NEST_DECORATORS,
  type NestDecorator,
  readDecorators,
  readItems
} from './nest-decorators.ts'
import {collectConfiguredMiddleware, createModuleMiddleware} from './nest-middleware.ts'

/** A NestJS application. */
interface Application {
  readonly nest: true
  readonly node: ts.Node
  readonly module: AbstractValue
  prefix: AbstractValue | undefined
  excluded: AbstractValue | undefined
  versioning: AbstractValue | undefined
  /** Documentation pages set up for the application. */
  readonly pages: Middleware[]
  readonly filters: Pick<Middleware, 'value' | 'node'>[]
}

/** Creates applications of the frameworks that NestJS runs on. */
interface Platforms {
  readonly express: (node: ts.Node) => AbstractValue | undefined
  readonly fastify: (node: ts.Node) => AbstractValue | undefined
}

/** The HTTP adapter has the methods of the underlying framework and gives access to its instance. */
const adapterOf = (under: AbstractValue): AbstractValue =>
  nativeValue({
    get: (name, node) =>
      name === 'getInstance'
        ? nativeFunction(() => under)
        : under.kind === 'native'
          ? under.get?.(name, node)
          : undefined
  })

/**
 * Models NestJS: evaluates decorators and collects the routes from the modules of each application after the program
 * was interpreted.
 */
export class NestModel implements FrameworkModel {
  readonly #routing: Routing
  readonly #platforms: Platforms
  readonly #applications: Application[] = []
  /** Controllers that belong to an application. */
  readonly controllers = new Set<ts.Node>()

  constructor(routing: Routing, platforms: Platforms) {
    this.#routing = routing
    this.#platforms = platforms
  }

  valueOf({module, path}: {module: string; path: readonly string[]}, engine: Engine): AbstractValue | undefined {
    if (module === '@nestjs/swagger' && path.join('.') === 'SwaggerModule.setup')
      return nativeFunction(call => this.#setupPages(call))
    if (module !== '@nestjs/common' && module !== '@nestjs/core') return undefined
    const [name = '', member] = path
    if (name === 'NestFactory' && member !== undefined) {
      return path.length === 2 && member === 'create'
        ? nativeFunction(({args: [of = UNKNOWN_VALUE], node}) => this.#create(of, node, this.#createPlatform(node)))
        : undefined
    }
    if (name === 'RouterModule' && member === 'register')
      return nativeFunction(({args, node}) =>
        nativeValue({it: {decorator: 'RouterModule', args, node} satisfies NestDecorator})
      )
    // Enum members stand for themselves; members of `HttpStatus` stand for their HTTP status.
    if ((name === 'VersioningType' || name === 'RequestMethod') && path.length === 2) return constantValue(member)
    if (name === 'HttpStatus' && path.length === 2) {
      const status = statusByName(member ?? '')
      return status === undefined ? undefined : constantValue(status)
    }
    if (path.length > 1) return undefined
    if (name === 'VERSION_NEUTRAL') return constantValue('VERSION_NEUTRAL')
    if (name === 'applyDecorators') return nativeFunction(({args}) => listValue(args))
    if (name === 'forwardRef')
      return nativeFunction(({args: [get], node}) => (get ? engine.apply(get, [], node) : UNKNOWN_VALUE))
    return NEST_DECORATORS.has(name)
      ? nativeFunction(({args, node}) => nativeValue({it: {decorator: name, args, node} satisfies NestDecorator}))
      : undefined
  }

  /** `SwaggerModule.setup('docs', app, document)` */
  #setupPages({node, args: [path, app]}: CallWithArguments): AbstractValue {
    const it = app?.kind === 'native' && app.it && 'nest' in app.it ? (app.it as Application) : this.#applications[0]
    const value = nativeValue({it: {from: 'SwaggerModule.setup'} satisfies PackageValue})
    it?.pages.push({name: 'module', manner: 'express', value, node, path: path?.kind === 'constant' ? [path] : []})
    return UNKNOWN_VALUE
  }

  /** Application of the underlying framework: Express, unless a Fastify adapter is passed. */
  #createPlatform(node: ts.Node): AbstractValue {
    const [, adapter] = argumentExpressions(node)
    const isFastify = adapter !== undefined && /Fastify/.test(adapter.getText())
    const made = isFastify ? this.#platforms.fastify(node) : this.#platforms.express(node)
    const router = asRouter(made)
    if (router) router.isServed = true
    return made ?? UNKNOWN_VALUE
  }

  #create(module: AbstractValue, node: ts.Node, under: AbstractValue): AbstractValue {
    const it: Application = {
      nest: true,
      node,
      module,
      prefix: undefined,
      excluded: undefined,
      versioning: undefined,
      pages: [],
      filters: []
    }
    this.#applications.push(it)
    const self = nativeValue({
      it,
      get: name => {
        if (name === 'setGlobalPrefix') {
          return nativeFunction(({args: [prefix, options]}) => {
            it.prefix = prefix
            it.excluded = fieldOf(options, 'exclude')
            return self
          })
        }
        if (name === 'useGlobalFilters') {
          return nativeFunction(({args, node: at}) => {
            it.filters.push(...args.map(value => ({value, node: at})))
            return self
          })
        }
        if (name === 'enableVersioning') {
          return nativeFunction(({args: [options]}) => {
            it.versioning = options ?? objectValue([['type', constantValue('URI')]])
            return self
          })
        }
        // Middleware is added to the underlying framework.
        if (name === 'use') return under.kind === 'native' ? under.get?.('use', node) : undefined
        if (name === 'getHttpAdapter') return nativeFunction(() => adapterOf(under))
        if (['select', 'get', 'resolve', 'listen', 'getHttpServer', 'getUrl', 'init'].includes(name)) return undefined
        return nativeFunction(() => self)
      }
    })
    return self
  }

  /** Collects the routes of all applications. */
  collect(engine: Engine): void {
    for (const it of this.#applications) {
      const router = this.#routing.add(createRouter('express', it.node, true))
      router.isServed = true
      const found = new ModuleCollector(engine, this.#routing, it.node)
      for (const module of possibleValuesOf(it.module)) found.visit(module)
      router.middleware.push(...found.middleware, ...it.pages)
      router.middleware.push(...it.filters.flatMap(({value, node}) => findNotFoundFilters(value, node, engine)))
      for (const [controller, prefixes] of found.controllers) {
        this.controllers.add(controller.node)
        router.routes.push(...readControllerRoutes(controller, prefixes, it, engine, this.#routing))
      }
    }
  }
}

/** Collects the modules of an application, with their controllers and middleware. */
class ModuleCollector {
  /** Controllers with the paths of the modules that contain them. */
  readonly controllers = new Map<ClassValue, AbstractValue[]>()
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

  visit(root: AbstractValue): void {
    const all: {of: AbstractValue; parts: AbstractValue[]}[] = []
    // A dynamic module is a value of its own and might import itself.
    const open = new Set([root])
    for (const next of open) {
      const found = this.#readModule(next)
      if (!found) continue
      all.push(found)
      for (const part of found.parts) {
        const modules = readItems(fieldOf(part, 'imports'), () => this.#reportComputed(part, 'imports'))
        for (const each of modules) open.add(each)
        const ofPackages = modules.map((each, at) => createModuleMiddleware(each, part, at, this.#engine))
        this.middleware.push(...ofPackages.flatMap(each => each ?? []))
        this.middleware.push(...findProvidedFilters(part, this.#node, this.#engine))
      }
      if (found.of.kind === 'class') this.middleware.push(...collectConfiguredMiddleware(found.of, this.#engine))
    }
    for (const {of, parts} of all) {
      for (const part of parts) {
        for (const each of readItems(fieldOf(part, 'controllers'), () => this.#reportComputed(part, 'controllers'))) {
          if (each.kind !== 'class') {
            this.#routing.gaps.reportMissing(
              nodeOf(each) ?? this.#node,
              "The controller is computed, so its routes aren't read. List the class itself."
            )
            continue
          }
          const known = this.controllers.get(each) ?? []
          this.controllers.set(each, [...known, (of.kind === 'class' && this.#paths.get(of.node)) || constantValue('')])
        }
      }
    }
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
    const of = given.kind === 'object' && !given.of ? (given.fields.get('module') ?? UNKNOWN_VALUE) : given
    if (of.kind === 'choice') return undefined
    if (of.kind !== 'class') {
      // Modules of packages are handled as middleware, see `imported`.
      const isOfPackage = of.kind === 'external' || (of.kind === 'unknown' && of.from !== undefined)
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
    )) {
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

const nodeOf = (value: AbstractValue): ts.Node | undefined =>
  value.kind === 'object' || value.kind === 'unknown' ? value.node : value.kind === 'class' ? value.node : undefined
