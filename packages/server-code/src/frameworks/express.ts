import ts from 'typescript'
import type {FrameworkModel} from '../interpreter/framework-contract.ts'
import {
  type AbstractValue,
  type CallWithArguments,
  COMPUTED_MODULE,
  combineValues,
  constantValue,
  fieldOf,
  knownItemsOf,
  type NativeValue,
  nativeFunction,
  nativeValue,
  possibleValuesOf,
  stringOf,
  truthinessOf,
  UNDEFINED_VALUE,
  UNKNOWN_VALUE
} from '../interpreter/values.ts'
import {isPackageSpecifier, packageKindOf} from '../known-packages.ts'
import {createRouter, methodsNamed, type PackageValue, type Router} from '../routers.ts'
import {endsRequests, reachedHandlers} from '../routes/dead-ends.ts'
import {type ArgumentRole, classifyFirstArgument} from '../routes/path-argument.ts'
import {argumentExpressions, asRouter, escapedRouter, type Routing, unknownSpreadArguments} from '../routes/routing.ts'

const MODULES: ReadonlySet<string> = new Set(['express', 'router', 'express-promise-router', '@types/express'])
/** Built-in middleware of Express that doesn't answer requests. */
const BODY_PARSERS: ReadonlySet<string> = new Set(['json', 'urlencoded', 'raw', 'text'])

const builtinMiddleware = (name: string): NativeValue | undefined => {
  if (name === 'static') return nativeFunction(() => nativeValue({it: {from: 'express.static'} satisfies PackageValue}))
  return BODY_PARSERS.has(name) ? nativeFunction(() => constantValue(true)) : undefined
}

/** Types of function parameters that receive an app or a router to register routes on. */
const ROUTER_TYPES: ReadonlySet<string> = new Set(['Express', 'Application', 'Router', 'IRouter'])

/** Models applications and routers of Express 4 and 5. */
export function modelExpress(routing: Routing): FrameworkModel {
  const make = (isApp: boolean): NativeValue =>
    nativeValue({
      call: ({node, args: [options]}) => {
        const router = routing.add(createRouter('express', node, isApp))
        router.isStrict = !isApp && truthinessOf(fieldOf(options, 'strict') ?? UNDEFINED_VALUE) === true
        return new Express(routing, router).value
      },
      get: name => {
        if (name === 'Router') return make(false)
        if (name === 'application' || name === 'request' || name === 'response') return UNKNOWN_VALUE
        return builtinMiddleware(name) ?? (name === 'default' ? make(isApp) : undefined)
      }
    })
  return {
    valueOf({module, path}) {
      if (!MODULES.has(module)) return undefined
      const [name, ...more] = path[0] === 'default' ? path.slice(1) : path
      if (more.length > 0) return undefined
      if (name === undefined || name === 'express') return make(module === 'express')
      return name === 'Router' ? make(false) : builtinMiddleware(name)
    },
    handedIn(type, node) {
      if (!ROUTER_TYPES.has(type)) return undefined
      const router = routing.add(createRouter('express', node, true))
      return new Express(routing, router).value
    },
    escaped(...passed) {
      const router = escapedRouter(routing, 'express', passed)
      if (router?.isApp) router.isServed = true
      else if (router) routing.escapes.push([router, passed[1]])
    }
  }
}

class Express {
  readonly value: NativeValue
  readonly #routing: Routing
  readonly #router: Router

  constructor(routing: Routing, router: Router) {
    this.#routing = routing
    this.#router = router
    this.value = routing.valueOf(router, name => this.#get(name))
  }

  #get(name: string): AbstractValue | undefined {
    const methods = methodsNamed(name)
    if (methods) return nativeFunction(call => this.#method(name, methods, call))
    if (name === 'route') return nativeFunction(call => this.#route(call))
    if (name === 'use') return nativeFunction(call => this.#use(call))
    if (name === 'listen') {
      return nativeFunction(() => {
        this.#router.isServed = true
        return UNKNOWN_VALUE
      })
    }
    if (name === 'set' || name === 'enable' || name === 'disable') {
      return nativeFunction(({args: [setting, value = UNKNOWN_VALUE]}) => {
        if (stringOf(setting) === 'strict routing')
          this.#router.isStrict = name === 'enable' || (name === 'set' && truthinessOf(value) === true)
        return this.value
      })
    }
    if (['engine', 'param', 'on'].includes(name)) return nativeFunction(() => this.value)
    return undefined
  }

  #method(name: string, methods: readonly string[], {node, args}: CallWithArguments): AbstractValue {
    const [path, ...handlers] = args
    // `app.get(name)` reads a setting.
    if (!path || (name === 'get' && handlers.length === 0 && this.#router.isApp)) return UNKNOWN_VALUE
    this.#register(methods, path, handlers, node, node)
    return this.value
  }

  #register(
    methods: readonly string[],
    path: AbstractValue,
    handlers: readonly AbstractValue[],
    node: ts.Node,
    at: ts.Node
  ): void {
    this.#routing.recognizedCalls.add(node)
    const written = argumentExpressions(node)
    const own = written.length === handlers.length ? written : written.slice(1)
    for (const each of knownItemsOf(path)) {
      this.#router.entries.push({
        kind: 'route',
        methods,
        path: [each],
        node,
        pathNode: argumentExpressions(at)[0],
        ...reachedHandlers(this.#routing.handlersOf(handlers, own), this.#routing.checker),
        isConditional: this.#routing.isConditional()
      })
    }
  }

  /** Handles `router.route('/loans').get(…).post(…)`. */
  #route({node, args: [path = UNKNOWN_VALUE]}: CallWithArguments): AbstractValue {
    const chain: NativeValue = nativeValue({
      get: name => {
        const methods = methodsNamed(name)
        if (!methods) return undefined
        return nativeFunction(call => {
          this.#register(methods, path, call.args, call.node, node)
          return chain
        })
      }
    })
    return chain
  }

  #use({node, args}: CallWithArguments): AbstractValue {
    this.#routing.recognizedCalls.add(node)
    const {first, role} = classifyFirstArgument({node, args}, this.#routing.checker)
    const [isPath, isDoubtful] = [role === 'path', role === 'doubtful']
    const prefixes =
      first === undefined || role === 'handler'
        ? [constantValue('/')]
        : first.kind === 'list' && !first.isOpen && first.items.length > 0
          ? first.items
          : [first]
    const handlers = this.#routing.handlersAfter({node, args}, isPath ? 1 : 0)
    for (const {value, node: at = node} of [...handlers, ...unknownSpreadArguments(node, args)]) {
      const options = possibleValuesOf(value)
      const isConditional = options.length > 1 || this.#routing.isConditional()
      const others = options.filter(option => {
        const router = asRouter(option)
        if (!router) return !this.#reportUnseenRouter(option, at, role, prefixes)
        router.isMounted = true
        for (const prefix of prefixes)
          this.#router.entries.push({kind: 'mount', prefix: [prefix], router, node, isConditional, isDoubtful})
        return false
      })
      if (others.length === 0) continue
      for (const path of prefixes) {
        if (others.every(each => endsRequests(each, this.#routing.checker)) && !isConditional)
          this.#router.entries.push({kind: 'end', node: at, path: [path]})
        const middleware = {name: 'middleware', manner: 'express', value: combineValues(others), node: at} as const
        this.#router.middleware.push({...middleware, path: [path]})
      }
    }
    return this.value
  }

  /** Reports a router that can't be seen, because its routes are missing. Returns whether the value is one. */
  #reportUnseenRouter(
    value: AbstractValue,
    node: ts.Node,
    role: ArgumentRole,
    prefixes: readonly AbstractValue[]
  ): boolean {
    if (value.kind !== 'unknown' && value.kind !== 'external') return false
    // For some packages it is known what they answer, so that they aren't reported here.
    const module = value.kind === 'external' ? value.module : value.from
    if (module !== undefined && packageKindOf(module) !== undefined) return false
    const [prefix] = prefixes
    const where = prefix?.kind === 'constant' && role === 'path' ? ` below \`${String(prefix.value)}\`` : ''
    const {checker, gaps} = this.#routing
    if (module !== undefined && module !== '' && !isPackageSpecifier(module) && role !== 'doubtful') {
      const why =
        module === COMPUTED_MODULE
          ? "is loaded by a name that can't be followed. Its routes aren't read. Import it by name."
          : `comes from \`${module}\`, which isn't there. Its routes aren't read.`
      gaps.reportMissing(node, `What is mounted${where} ${why}`)
      return true
    }
    const type = checker.getTypeAtLocation(node)
    const isAny = (type.flags & ts.TypeFlags.Any) !== 0
    if (isAny || !['use', 'get', 'route'].every(name => checker.getPropertyOfType(type, name))) return false
    gaps.reportMissing(node, `The router${where} comes from code that can't be followed. Its routes aren't read.`)
    return true
  }
}
