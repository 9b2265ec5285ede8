import {formatCount} from '@tenure/core/text/format-values'
import type ts from 'typescript'
import type {Engine, FrameworkModel} from '../interpreter/framework-contract.ts'
import {
  type AbstractValue,
  type CallWithArguments,
  constantValue,
  fieldOf,
  listValue,
  nativeFunction,
  nativeValue,
  objectValue,
  optionalValue,
  possibleValuesOf,
  UNDEFINED_VALUE,
  UNKNOWN_VALUE
} from '../interpreter/values.ts'
import {packageKindOf} from '../known-packages.ts'
import {statusByName} from '../responses/status-values.ts'
import {createRouter, type Middleware, type PackageValue, type Router} from '../routers.ts'
import {argumentExpressions, asRouter, type Routing} from '../routes/routing.ts'
import {readControllerRoutes} from './nest-controllers.ts'
import {findNotFoundFilters, NEST_DECORATORS, type NestDecorator} from './nest-decorators.ts'
import {isOneOfSeveral, NestModules} from './nest-modules.ts'

/** A NestJS application. */
interface Application {
  readonly nest: true
  readonly node: ts.Node
  readonly module: AbstractValue
  prefix: AbstractValue | undefined
  excluded: AbstractValue | undefined
  versioning: AbstractValue | undefined
  /** The documentation pages that `SwaggerModule` sets up for the application. */
  readonly pages: Middleware[]
  readonly filters: Pick<Middleware, 'value' | 'node'>[]
  /** The application of the underlying framework. */
  readonly platform: Router | undefined
  listens: boolean
  /** Whether it is started without a port of its own, as for a serverless function. */
  isInitialized: boolean
  isClosed: boolean
}

/**
 * The applications that serve the API. One that never listens doesn't count beside one that does: it reads settings,
 * runs migrations, or writes a description.
 */
function servedApplications(all: readonly Application[]): readonly Application[] {
  const ready = all.filter(isStarted)
  const open = ready.filter(({listens, isClosed}) => listens || !isClosed)
  const some = [open, ready, all.filter(({isClosed}) => !isClosed)].find(each => each.length > 0)
  return some ?? all
}

const isStarted = ({listens, isInitialized, platform}: Application): boolean =>
  listens || isInitialized || platform?.isServed === true

/** Creates applications of the frameworks that NestJS runs on. */
interface Platforms {
  readonly express: (node: ts.Node) => AbstractValue | undefined
  readonly fastify: (node: ts.Node) => AbstractValue | undefined
}

/** Value of the HTTP adapter, which has the methods of the underlying framework and gives access to its instance. */
const adapterOf = (under: AbstractValue): AbstractValue =>
  nativeValue({
    get: (name, node) =>
      name === 'getInstance'
        ? nativeFunction(() => under)
        : under.kind === 'native'
          ? under.get?.(name, node)
          : undefined
  })

const decorator = (name: string): AbstractValue =>
  nativeFunction(({args, node}) => nativeValue({it: {decorator: name, args, node} satisfies NestDecorator}))

/** A value that `@nestjs/common` or `@nestjs/core` exports; `undefined` if it has no effect on routes. */
function exportedValue(name: string, engine: Engine): AbstractValue | undefined {
  if (name === 'VERSION_NEUTRAL') return constantValue('VERSION_NEUTRAL')
  if (name === 'applyDecorators') return nativeFunction(({args}) => listValue(args))
  if (name === 'forwardRef')
    return nativeFunction(({args: [get], node}) => (get ? engine.apply(get, [], node) : UNKNOWN_VALUE))
  return NEST_DECORATORS.has(name) ? decorator(name) : undefined
}

/** Value of an enum member of NestJS: its own name, or the HTTP status for members of `HttpStatus`. */
function enumMember(name: string, member: string): AbstractValue | undefined {
  if (name === 'VersioningType' || name === 'RequestMethod') return constantValue(member)
  const status = name === 'HttpStatus' ? statusByName(member) : undefined
  return status === undefined ? undefined : constantValue(status)
}

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
    if (module === '@nestjs/config' && path.join('.') === 'ConditionalModule.registerWhen')
      return nativeFunction(({args: [of = UNKNOWN_VALUE]}) => optionalValue(of))
    if (module !== '@nestjs/common' && module !== '@nestjs/core') return undefined
    const [name = '', member] = path
    if (name === 'RouterModule' && member === 'register') return decorator('RouterModule')
    if (member === undefined) return exportedValue(name, engine)
    if (path.length > 2) return undefined
    return name === 'NestFactory' ? this.#factoryValue(member, engine) : enumMember(name, member)
  }

  #factoryValue(member: string, engine: Engine): AbstractValue | undefined {
    if (member !== 'create') return undefined
    return nativeFunction(({args: [of = UNKNOWN_VALUE], node}) =>
      this.#create(of, node, this.#createPlatform(node), engine)
    )
  }

  /** Handles `SwaggerModule.setup('docs', app, document)`. */
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
    return made ?? UNKNOWN_VALUE
  }

  /** Whether the program starts an application. */
  get isServing(): boolean {
    return this.#applications.some(isStarted)
  }

  /** An application that is passed to code that can't be seen may be started there. */
  escaped(it: object, _node: ts.Node, from?: string): void {
    if (!('nest' in it) || (from !== undefined && packageKindOf(from) === 'aside')) return
    ;(it as Application).isInitialized = true
  }

  #create(module: AbstractValue, node: ts.Node, under: AbstractValue, engine: Engine): AbstractValue {
    const it: Application = {
      nest: true,
      node,
      module,
      prefix: undefined,
      excluded: undefined,
      versioning: undefined,
      pages: [],
      filters: [],
      platform: asRouter(under),
      listens: false,
      isInitialized: false,
      isClosed: false
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
        // `use` adds middleware to the underlying framework.
        if (name === 'use') return under.kind === 'native' ? under.get?.('use', node) : undefined
        if (name === 'getHttpAdapter') return nativeFunction(() => adapterOf(under))
        if (name === 'listen' || name === 'init') {
          return nativeFunction(({args, node: at}) => {
            if (name === 'listen') it.listens = true
            it.isInitialized = true
            engine.apply(UNKNOWN_VALUE, args, at)
            return self
          })
        }
        if (name === 'close') {
          return nativeFunction(() => {
            it.isClosed ||= !engine.isCallback && engine.conditionalDepth === 0
            return UNDEFINED_VALUE
          })
        }
        if (['select', 'get', 'resolve', 'getHttpServer', 'getUrl'].includes(name)) return undefined
        return nativeFunction(() => self)
      }
    })
    return self
  }

  /** Collects the routes of the applications that serve the API. */
  collect(engine: Engine): void {
    const served = servedApplications(this.#applications)
    for (const it of served) {
      const router = this.#routing.add(createRouter('express', it.node, true))
      router.isServed = true
      if (it.platform) it.platform.isServed = true
      router.entries.push(...(it.platform?.entries ?? []).filter(({kind}) => kind === 'end'))
      const found = this.#collectModules(it, engine)
      router.middleware.push(...found.middleware, ...it.pages)
      router.middleware.push(...it.filters.flatMap(({value, node}) => findNotFoundFilters(value, node, engine)))
      for (const [controller, prefixes] of found.controllers) {
        this.controllers.add(controller.node)
        const isConditional = found.conditional.has(controller)
        const routes = readControllerRoutes(controller, prefixes, it, engine, this.#routing)
        router.entries.push(...routes.map(each => ({...each, isConditional})))
      }
    }
    for (const it of this.#applications.filter(each => !served.includes(each))) {
      const others = [...this.#collectModules(it, engine).controllers.keys()].filter(
        ({node}) => !this.controllers.has(node)
      )
      for (const {node} of others) this.controllers.add(node)
      if (others.length > 0)
        this.#routing.gaps.reportUncertain(
          it.node,
          `This application never listens, so the routes of ${formatCount(others.length, 'controller')} aren't read.`
        )
    }
  }

  #collectModules(it: Application, engine: Engine): NestModules {
    const found = new NestModules(engine, this.#routing, it.node)
    for (const module of possibleValuesOf(it.module)) found.visit(module, isOneOfSeveral(it.module))
    return found
  }
}
