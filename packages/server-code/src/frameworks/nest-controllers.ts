import ts from 'typescript'
import type {Engine} from '../interpreter/framework-contract.ts'
import {
  type AbstractValue,
  type ClassValue,
  combineValues,
  constantValue,
  fieldOf,
  knownItemsOf,
  possibleValuesOf,
  stringOf
} from '../interpreter/values.ts'
import {parseMediaType} from '../responses/media-types.ts'
import {ALL_METHODS, type NestParameter, type RegisteredRoute, type Router} from '../routers.ts'
import {joinPaths} from '../routes/path-templates.ts'
import {argumentExpressions, type Routing} from '../routes/routing.ts'
import {propertyNameOf} from '../syntax.ts'
import {METHOD_DECORATORS, type NestDecorator, readDecorators, readItems} from './nest-decorators.ts'

/** Settings of an application that affect all of its routes. */
export interface NestSettings {
  readonly node: ts.Node
  readonly prefix: AbstractValue | undefined
  readonly excluded: AbstractValue | undefined
  readonly versioning: AbstractValue | undefined
  /** The application of the underlying framework. */
  readonly platform: Router | undefined
}

/** Routes of a controller, one for each path and version. `modules` are the paths of the modules that contain it. */
export function readControllerRoutes(
  controller: ClassValue,
  modules: readonly AbstractValue[],
  settings: NestSettings,
  engine: Engine,
  routing: Routing
): RegisteredRoute[] {
  const decorators = readDecorators(controller.node, controller, engine)
  const own = decorators.find(({decorator}) => decorator === 'Controller')
  if (!own) return []
  const [given] = own.args
  const options = given?.kind === 'object' ? given : undefined
  const paths = pathValues(options ? fieldOf(options, 'path') : given)
  if (fieldOf(options, 'host'))
    routing.gaps.reportUncertain(
      own.node,
      'This controller answers only requests to its `host`. Its routes are read as answering all.'
    )
  const version = decorators.find(({decorator}) => decorator === 'Version')?.args[0] ?? fieldOf(options, 'version')
  // Fastify prefers the most exact path, and Express passes on what another version or host has to answer.
  const isSelective =
    settings.platform?.style !== 'express' || fieldOf(options, 'host') !== undefined || isVersionedByHeader(settings)
  return collectMethods(controller).flatMap(({method, of}) => {
    const decorators = readDecorators(method, of, engine)
    return decorators.flatMap(({decorator, args: [path]}): RegisteredRoute[] => {
      const verb = METHOD_DECORATORS[decorator]
      if (verb === undefined) return []
      const parts = {
        bases: paths,
        modules,
        ends: pathValues(path),
        version: decorators.find(each => each.decorator === 'Version')?.args[0] ?? version
      }
      return joinNestPaths(parts, settings, verb, own.node, routing).map(
        (whole): RegisteredRoute => ({
          kind: 'route',
          methods: verb === 'ALL' ? ALL_METHODS : [verb],
          path: whole,
          node: method,
          pathNode: method,
          handlers: [],
          isConditional: false,
          nest: {
            method,
            controller: controller.node,
            status: readStatus(decorators, verb, method, routing),
            media: readMediaType(decorators, decorator, method, routing),
            isRedirect: decorators.some(each => each.decorator === 'Redirect'),
            mayPassOn: isSelective || method.parameters.some(each => /@Next\b/.test(each.getText())),
            parameters: method.parameters.map(each => readParameter(each, of, engine))
          }
        })
      )
    })
  })
}

interface PathParts {
  readonly bases: readonly AbstractValue[]
  readonly modules: readonly AbstractValue[]
  readonly ends: readonly AbstractValue[]
  readonly version: AbstractValue | undefined
}

/** Joins the parts of a path in the order of NestJS: prefix, version, module, controller, method. */
function joinNestPaths(
  {bases, modules, ends, version}: PathParts,
  settings: NestSettings,
  verb: string,
  node: ts.Node,
  routing: Routing
): AbstractValue[][] {
  const versions = versionSegments(version, settings, node, routing)
  return bases.flatMap(base =>
    ends.flatMap(end =>
      possibleValuesOf(combineValues(modules)).flatMap(module =>
        versions.map(each => {
          const path = [module, base, end]
          const prefix = settings.prefix && !isExcluded(path, verb, settings.excluded) ? [settings.prefix] : []
          return [...prefix, ...(each === undefined ? [] : [each]), ...path]
        })
      )
    )
  )
}

/** Whether the version isn't a part of the path. */
function isVersionedByHeader({versioning}: Pick<NestSettings, 'versioning'>): boolean {
  const type = fieldOf(versioning, 'type')
  // The value is a number if the compiler resolved the enum member.
  return type?.kind === 'constant' && type.value !== 'URI' && type.value !== 0
}

/** Path segments of the versions; `undefined` stands for no segment. */
function versionSegments(
  version: AbstractValue | undefined,
  {versioning}: NestSettings,
  node: ts.Node,
  routing: Routing
): (AbstractValue | undefined)[] {
  if (!versioning) return [undefined]
  if (isVersionedByHeader({versioning})) {
    if (version)
      routing.gaps.reportUncertain(
        node,
        "The version of this route isn't part of its path. Versions with the same path are read as one."
      )
    return [undefined]
  }
  const given = version ?? fieldOf(versioning, 'defaultVersion')
  if (!given) return [undefined]
  const prefix = fieldOf(versioning, 'prefix')
  const start = prefix?.kind === 'constant' ? (prefix.value === false ? '' : String(prefix.value)) : 'v'
  return pathValues(given).map(each => {
    const text = stringOf(each)
    return text === 'VERSION_NEUTRAL' ? undefined : text === undefined ? each : constantValue(`/${start}${text}`)
  })
}

function isExcluded(path: readonly AbstractValue[], verb: string, excluded: AbstractValue | undefined): boolean {
  const whole = path.reduce((sum, each) => joinPaths(sum, stringOf(each) ?? ''), '')
  return readItems(excluded, () => {})
    .flatMap(possibleValuesOf)
    .some(each => {
      const route = stringOf(each) ?? stringOf(fieldOf(each, 'path'))
      const method = stringOf(fieldOf(each, 'method'))
      if (route === undefined || (method !== undefined && method !== 'ALL' && method !== verb)) return false
      const pattern = joinPaths('', route)
        .replaceAll(/[.+^$()|[\]]/g, '\\$&')
        .replaceAll(/\{?\/?\*\w*\}?/g, '/?.*')
        .replaceAll(/:\w+/g, '[^/]+')
      return new RegExp(`^${pattern}$`).test(joinPaths('', whole))
    })
}

/** Values of a string or a list of strings. A missing value stands for the empty string. */
function pathValues(value: AbstractValue | undefined): readonly AbstractValue[] {
  if (!value || (value.kind === 'constant' && value.value === undefined)) return [constantValue('')]
  return knownItemsOf(value)
}

function readStatus(decorators: readonly NestDecorator[], verb: string, method: ts.Node, {gaps}: Routing): string {
  const code = decorators.find(({decorator}) => decorator === 'HttpCode')
  if (!code) return verb === 'POST' ? '201' : '200'
  const [value] = code.args
  if (value?.kind === 'constant' && typeof value.value === 'number') return String(value.value)
  gaps.reportUncertain(
    argumentExpressions(code.node)[0] ?? method,
    'The status of this response is computed and unknown. Use a constant.'
  )
  return 'default'
}

function readMediaType(
  decorators: readonly NestDecorator[],
  decorator: string,
  method: ts.Node,
  {gaps}: Routing
): string | undefined {
  const header = decorators.find(
    each => each.decorator === 'Header' && stringOf(each.args[0])?.toLowerCase() === 'content-type'
  )
  if (!header) return decorator === 'Sse' ? 'text/event-stream' : undefined
  const media = parseMediaType(stringOf(header.args[1]) ?? '')
  if (media === undefined) {
    gaps.reportUncertain(
      argumentExpressions(header.node)[1] ?? method,
      'The media type of this response is computed and unknown. Use a constant.'
    )
  }
  return media ?? '*/*'
}

/** Methods of a class and its base classes. An overridden method counts once. */
function collectMethods(controller: ClassValue): {method: ts.MethodDeclaration; of: ClassValue}[] {
  const found = new Map<string, {method: ts.MethodDeclaration; of: ClassValue}>()
  for (let of: AbstractValue | undefined = controller; of?.kind === 'class'; of = of.base) {
    const here: ClassValue = of
    for (const method of here.node.members) {
      const name = propertyNameOf(method.name)
      if (ts.isMethodDeclaration(method) && name !== undefined && !found.has(name)) found.set(name, {method, of: here})
    }
  }
  return [...found.values()]
}

function readParameter(node: ts.ParameterDeclaration, of: ClassValue, engine: Engine): NestParameter | undefined {
  const [found] = readDecorators(node, of, engine)
  return found && {decorator: found.decorator, args: found.args}
}
