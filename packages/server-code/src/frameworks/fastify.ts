import {posix} from 'node:path'
import {defined} from '@tenure/core/model/defined'
import ts from 'typescript'
import type {Engine, FrameworkModel} from '../interpreter/framework-contract.ts'
import {
  type AbstractValue,
  type CallWithArguments,
  combineValues,
  constantValue,
  fieldOf,
  knownItemsOf,
  type NativeValue,
  nativeFunction,
  nativeValue,
  objectValue,
  possibleValuesOf,
  stringOf,
  truthinessOf,
  UNDEFINED_VALUE,
  UNKNOWN_VALUE
} from '../interpreter/values.ts'
import {isPackageSpecifier, packageKindOf} from '../known-packages.ts'
import {createRouter, methodsNamed, type RegisteredRoute, type Router} from '../routers.ts'
import {argumentExpressions, COMPUTED_ROUTE, escapedRouter, type Routing} from '../routes/routing.ts'
import {propertyNameOf} from '../syntax.ts'

/** A plugin wrapped by `fastify-plugin`, which registers its routes in the parent scope. */
interface SharedPlugin {
  readonly plugin: AbstractValue
}

/** Schemas registered with `addSchema`, by `$id`. */
export type SchemasById = Map<string, AbstractValue>

/** Registered schemas of each router. */
const schemasOf = new WeakMap<Router, SchemasById>()

export const registeredSchemas = (router: Router): ReadonlyMap<string, AbstractValue> =>
  schemasOf.get(router) ?? new Map()

export function modelFastify(routing: Routing): FrameworkModel {
  const makeAt = (node: ts.Node): NativeValue => {
    const router = routing.add(createRouter('fastify', node, true))
    schemasOf.set(router, new Map())
    return new Fastify(routing, router, engineOf).value
  }
  const make = nativeFunction(({node}) => makeAt(node))
  let known: Engine | undefined
  const engineOf = (): Engine => {
    if (!known) throw new Error('A plugin was evaluated before the program runs')
    return known
  }
  return {
    valueOf({module, path}, engine) {
      known = engine
      if (module === 'fastify-plugin') {
        return path.length < 2 && (path[0] ?? 'default') === 'default'
          ? nativeFunction(({args: [plugin = UNKNOWN_VALUE]}) => nativeValue({it: {plugin} satisfies SharedPlugin}))
          : undefined
      }
      if (module !== 'fastify') return undefined
      const [name, ...more] = path[0] === 'default' ? path.slice(1) : path
      return more.length === 0 && (name === undefined || name === 'fastify' || name === 'Fastify') ? make : undefined
    },
    handedIn(type, node) {
      return type === 'FastifyInstance' ? makeAt(node) : undefined
    },
    escaped(...passed) {
      const router = escapedRouter(routing, 'fastify', passed)
      if (router?.isApp) router.isServed = true
    }
  }
}

class Fastify {
  readonly value: NativeValue
  readonly #routing: Routing
  readonly #router: Router
  readonly #engine: () => Engine

  constructor(routing: Routing, router: Router, engine: () => Engine) {
    this.#routing = routing
    this.#router = router
    this.#engine = engine
    this.value = routing.valueOf(router, name => this.#get(name))
  }

  #get(name: string): AbstractValue | undefined {
    const methods = methodsNamed(name)
    if (methods) return nativeFunction(call => this.#method(methods, call))
    if (name === 'route') return nativeFunction(call => this.#route(call))
    if (name === 'register') return nativeFunction(call => this.#register(call))
    if (name === 'addSchema') return nativeFunction(call => this.#schema(call))
    if (name === 'addHook') return nativeFunction(call => this.#hook(call))
    if (name === 'setNotFoundHandler') return nativeFunction(call => this.#notFound(call))
    if (name === 'use') return nativeFunction(call => this.#use(call))
    if (['listen', 'ready', 'inject'].includes(name)) {
      return nativeFunction(() => {
        this.#router.isServed = true
        return UNKNOWN_VALUE
      })
    }
    if (name === 'after') {
      return nativeFunction(({args: [callback], node}) => {
        if (callback) this.#engine().apply(callback, [UNDEFINED_VALUE], node)
        return this.value
      })
    }
    if (name === 'prefix' || name === 'log' || name === 'server') return UNKNOWN_VALUE
    return /^(?:with|set|add|decorate|on)/.test(name) ? nativeFunction(() => this.value) : undefined
  }

  #method(methods: readonly string[], {node, args}: CallWithArguments): AbstractValue {
    const [path = UNKNOWN_VALUE, ...rest] = args
    const written = argumentExpressions(node)
    const hasOptions = rest.length > 1
    const handlers = this.#routing.handlersOf(rest.slice(-1), written.slice(-1))
    this.#add(methods, path, {
      node,
      pathNode: written[0],
      handlers: handlers.flatMap(each => handlersInOptions(each.value) ?? each),
      options: hasOptions ? rest[0] : rest[0]?.kind === 'object' ? rest[0] : undefined
    })
    return this.value
  }

  #add(
    methods: readonly string[],
    path: AbstractValue,
    {node, ...more}: Pick<RegisteredRoute, 'node' | 'pathNode' | 'handlers' | 'options'>
  ): void {
    this.#routing.recognizedCalls.add(node)
    const types = ts.isCallExpression(node) ? node.typeArguments : undefined
    const constraints = constraintsOf(more.options)
    if (constraints)
      this.#routing.gaps.reportUncertain(
        node,
        'This route answers only requests that meet its `constraints`. Routes with the same path are read as one.'
      )
    this.#router.entries.push(
      defined({
        kind: 'route' as const,
        methods,
        path: [path],
        node,
        ...more,
        constraints,
        types,
        isConditional: this.#routing.isConditional()
      })
    )
  }

  /** Handles `route({method, url, schema, handler})`. */
  #route({node, args: [options = UNKNOWN_VALUE]}: CallWithArguments): AbstractValue {
    const method = fieldOf(options, 'method')
    const methods = (method ? knownItemsOf(method) : []).map(each => stringOf(each)?.toUpperCase())
    const path = fieldOf(options, 'url') ?? fieldOf(options, 'path') ?? UNKNOWN_VALUE
    const known = methods.filter(each => each !== undefined)
    if (known.length === 0 || known.length < methods.length)
      return this.#routing.reportUnread(node, COMPUTED_ROUTE, this.value)
    const handler = fieldOf(options, 'handler')
    this.#add(known, path, {node, pathNode: node, handlers: handler ? [{value: handler}] : [], options})
    return this.value
  }

  #schema({args: [schema]}: CallWithArguments): AbstractValue {
    const id = stringOf(fieldOf(schema, '$id'))
    if (schema && id !== undefined) schemasOf.get(this.#router)?.set(id, schema)
    return this.value
  }

  /** Handles `addHook`. Hooks that run before the handler can answer in its place. */
  #hook({node, args: [name, value]}: CallWithArguments): AbstractValue {
    const event = stringOf(name)
    if (value && event !== undefined && EARLY_HOOKS.has(event)) {
      const at = argumentExpressions(node)[1] ?? node
      this.#router.middleware.push({name: `\`${event}\` hook`, manner: 'hook', value, node: at, path: []})
    }
    return this.value
  }

  /** The not-found handler responds with 200 unless it sets a status. Hooks can run before it. */
  #notFound({node, args}: CallWithArguments): AbstractValue {
    const [options] = args
    const isAlone = args.length < 2 && options?.kind !== 'object'
    const written = argumentExpressions(node)
    const handler = args[isAlone ? 0 : 1]
    const at = written[isAlone ? 0 : 1] ?? node
    const {middleware} = this.#router
    if (handler) middleware.push({name: 'not-found handler', manner: 'handler', value: handler, node: at, path: []})
    for (const event of isAlone ? [] : EARLY_HOOKS) {
      const hook = fieldOf(options, event)
      for (const {value} of hook ? this.#routing.handlersOf([hook], []) : [])
        middleware.push({name: `\`${event}\` hook`, manner: 'hook', value, node: written[0] ?? node, path: []})
    }
    return this.value
  }

  /** Handles `use`, which `@fastify/middie` and `@fastify/express` add. */
  #use({node, args}: CallWithArguments): AbstractValue {
    const [path, ...rest] = args
    const hasPath = path !== undefined && rest.length > 0
    const where = hasPath ? [path] : []
    for (const {value, node: at = node} of this.#routing.handlersAfter({node, args}, where.length))
      this.#router.middleware.push({name: 'middleware', manner: 'express', value, node: at, path: where})
    return this.value
  }

  #register({node, args: [given = UNKNOWN_VALUE, givenOptions = UNDEFINED_VALUE]}: CallWithArguments): AbstractValue {
    this.#routing.recognizedCalls.add(node)
    const options =
      givenOptions.kind === 'function' ? this.#engine().apply(givenOptions, [this.value], node) : givenOptions
    const engine = this.#engine()
    const plugins = possibleValuesOf(given)
    const depth = plugins.length > 1 ? 1 : 0
    engine.conditionalDepth += depth
    for (const plugin of plugins) this.#plugin(plugin, options, node)
    engine.conditionalDepth -= depth
    return this.value
  }

  #plugin(given: AbstractValue, options: AbstractValue, node: CallWithArguments['node']): void {
    // If a module was imported as a namespace, its default export is the plugin.
    const plugin = given.kind === 'object' ? (given.fields.get('default') ?? given) : given
    const shared =
      plugin.kind === 'native' && plugin.it && 'plugin' in plugin.it ? (plugin.it as SharedPlugin).plugin : undefined
    if (shared) {
      if (shared.kind !== 'function' && shared.kind !== 'choice') this.#addPackagePlugin(shared, options, node)
      else this.#run(shared, this.value, options, node)
    } else if (plugin.kind === 'function' || plugin.kind === 'choice') {
      const child = this.#routing.add(createRouter('fastify', node, false))
      child.isMounted = true
      // A plugin sees the schemas of its parent, but not the other way round.
      schemasOf.set(child, new Map(schemasOf.get(this.#router)))
      const prefix = findPluginPrefix(options, argumentExpressions(node)[1], this.#routing.checker)
      const isConditional = this.#routing.isConditional()
      this.#router.entries.push({kind: 'mount', prefix: [prefix], router: child, node, isConditional})
      this.#run(plugin, new Fastify(this.#routing, child, this.#engine).value, options, node)
    } else this.#reportUnseenPlugin(plugin, options, node)
  }

  /** Registers the plugins in a folder. Returns `false` if the folder, or the choice of its files, isn't known. */
  #autoload(options: AbstractValue, node: CallWithArguments['node']): boolean {
    const folder = stringOf(fieldOf(options, 'dir'))
    const isChosen =
      options.kind !== 'object' || [...options.fields.keys()].some(each => /Pattern$|Filter$|^max/.test(each))
    if (folder === undefined || isChosen) return false
    const engine = this.#engine()
    const isSet = (name: string, fallback: boolean): boolean =>
      truthinessOf(fieldOf(options, name) ?? constantValue(fallback)) === true
    const given = fieldOf(options, 'options') ?? objectValue()
    for (const [path, folders] of findPluginFiles(engine.files, folder)) {
      const file = engine.files.find(path)
      const exported = file && engine.exportsOf(file)
      if (!exported || truthinessOf(fieldOf(exported, 'autoload') ?? UNKNOWN_VALUE) === false) continue
      const names = folders.map(each => (isSet('routeParams', false) ? each.replace(/^_/, ':') : each))
      const below = isSet('dirNameRoutePrefix', true) ? names.map(each => `/${each}`).join('') : ''
      const own = fieldOf(exported, 'prefixOverride') ?? fieldOf(exported, 'autoPrefix')
      const start = stringOf(fieldOf(given, 'prefix')) ?? ''
      // How a prefix of the plugin and those of its folders are joined differs between versions.
      const isKnown = /\b(?:autoPrefix|prefixOverride)\b/.test(file.text) ? own && below + start === '' : true
      const prefix = isKnown ? (own ?? constantValue(start + below)) : UNKNOWN_VALUE
      this.#plugin(exported, objectValue([...(given.kind === 'object' ? given.fields : []), ['prefix', prefix]]), node)
    }
    return true
  }

  #run(plugin: AbstractValue, instance: AbstractValue, options: AbstractValue, node: ts.Node): void {
    this.#engine().apply(plugin, [instance, options, nativeFunction(() => UNDEFINED_VALUE)], node)
  }

  #addPackagePlugin(value: AbstractValue, options: AbstractValue, node: ts.Node): void {
    const path = ['prefix', 'routePrefix', 'path'].map(each => fieldOf(options, each)).find(Boolean)
    this.#router.middleware.push({name: 'plugin', manner: 'hook', value, node, path: path ? [path] : []})
  }

  #reportUnseenPlugin(plugin: AbstractValue, options: AbstractValue, node: CallWithArguments['node']): void {
    const {gaps} = this.#routing
    if (plugin.kind === 'external' && isPackageSpecifier(plugin.module)) {
      if (AUTOLOAD.test(plugin.module)) {
        if (!this.#autoload(options, node))
          gaps.reportMissing(
            node,
            `Plugins are loaded from a folder that can't be followed (\`${plugin.module}\`), so their routes aren't read. Register each by name.`
          )
      } else this.#addPackagePlugin(plugin, options, node)
    } else if (plugin.kind === 'unknown' && plugin.from !== undefined && packageKindOf(plugin.from) !== undefined) {
      this.#addPackagePlugin(plugin, options, node)
    } else {
      gaps.reportMissing(node, "The plugin comes from code that can't be followed. Its routes aren't read.")
    }
  }
}

/** The package that registers the plugins in a folder, by its names. */
const AUTOLOAD = /^(?:@fastify\/|fastify-)autoload$/

/** The files below a folder that `@fastify/autoload` takes for plugins, with the folders around each. */
function findPluginFiles(
  files: Engine['files'],
  folder: string,
  folders: readonly string[] = []
): (readonly [path: string, folders: readonly string[]])[] {
  const names = folders.length > 8 ? [] : files.list(folder, false)
  const index = names.find(each => /^index\.[cm]?[jt]s$/.test(each))
  return names.flatMap(name => {
    const path = posix.join(folder, name.replace(/\/$/, ''))
    if (name.endsWith('/')) return findPluginFiles(files, path, [...folders, name.slice(0, -1)])
    const isPlugin = /\.[cm]?[jt]s$/.test(name) && !/^[_.]?auto_?hooks\./i.test(name)
    return isPlugin && (index === undefined || index === name) ? [[path, folders]] : []
  })
}

/** The constraints in the options of a route, which requests must meet. `undefined` if there are none. */
function constraintsOf(options: AbstractValue | undefined): AbstractValue | undefined {
  const found = fieldOf(options, 'constraints')
  const isEmpty = found?.kind === 'object' ? found.fields.size === 0 && !found.isOpen : found?.kind === 'constant'
  return isEmpty ? undefined : found
}

/** Hooks that run before the handler. */
const EARLY_HOOKS: ReadonlySet<string> = new Set(['onRequest', 'preParsing', 'preValidation', 'preHandler'])

/** Handler in the options: `get('/loans', {schema, handler})`. */
function handlersInOptions(value: AbstractValue): {value: AbstractValue}[] | undefined {
  const handler = fieldOf(value, 'handler')
  return value.kind === 'object' ? (handler ? [{value: handler}] : []) : undefined
}

/** The prefix in the options of a plugin. If the options aren't known, only their type can rule out a prefix. */
function findPluginPrefix(
  options: AbstractValue,
  node: ts.Expression | undefined,
  checker: ts.TypeChecker
): AbstractValue {
  if (options.kind === 'choice')
    return combineValues(options.options.map(each => findPluginPrefix(each, node, checker)))
  const own = fieldOf(options, 'prefix')
  if (own) return mightBeOverridden(options, checker) ? UNKNOWN_VALUE : own
  if (options.kind === 'constant' || (options.kind === 'object' && !options.isOpen)) return constantValue('')
  return node && !mightHavePrefix(checker.getTypeAtLocation(node)) ? constantValue('') : UNKNOWN_VALUE
}

/** Whether a later spread might override the prefix: `{prefix: '/api', ...others}`. */
function mightBeOverridden(options: AbstractValue, checker: ts.TypeChecker): boolean {
  const node = options.kind === 'object' && options.isOpen ? options.node : undefined
  if (!node || !ts.isObjectLiteralExpression(node)) return false
  const start = node.properties.findLastIndex(
    ({name}) => propertyNameOf(name as ts.PropertyName | undefined) === 'prefix'
  )
  return node.properties
    .slice(start + 1)
    .some(each => ts.isSpreadAssignment(each) && mightHavePrefix(checker.getTypeAtLocation(each.expression)))
}

const mightHavePrefix = (type: ts.Type): boolean =>
  (type.isUnion() ? type.types : [type]).some(
    each =>
      (each.flags & ts.TypeFlags.Object) === 0 ||
      each.getCallSignatures().length > 0 ||
      each.getProperty('prefix') !== undefined ||
      each.getStringIndexType() !== undefined
  )
