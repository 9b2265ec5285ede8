import {QUERY_PATHS_KEY} from '@tenure/core/documents/parsing/parts'
import type {ReadProblem} from '@tenure/core/model/api/read-problem'
import {serverPath} from '@tenure/core/model/api/server-url'
import {pathShape, type Target} from '@tenure/core/model/subject/subject'
import {isRecord} from '@tenure/json-schema/json'
import type {Operation, Server, Snapshot} from '../snapshot.ts'
import {endpointTarget, operationTarget} from '../subjects.ts'
import {findAmbiguousNames} from './ambiguous-names.ts'
import {readLifecycle} from './lifecycle-extensions.ts'
import {ListedOperation} from './operation.ts'
import {childLocation, listMethods} from './paths.ts'
import {type DescriptionFiles, DescriptionReader, type Spot} from './reader.ts'
import {readSecuritySchemes} from './security.ts'
import {readDeclaredServers} from './servers.ts'
import {isExtension, stringAt} from './values.ts'
import {detectDialect, detectFormat, findObsoleteNullable, findUnseenMarks} from './version.ts'

/**
 * Reads an API description: Swagger 2.0, OpenAPI 3.0, 3.1, or 3.2. Operations are only listed; their details are read
 * on first access, because most never change.
 */
export function readSnapshot(files: DescriptionFiles, targetOf: TargetOf = endpointTarget): Snapshot {
  const {source, root} = files.main
  const place = {source, pointer: ''}
  const format = detectFormat(root, place)
  const documents = files.documents ?? []
  const own: ReadProblem[] = [...findObsoleteNullable(format, documents), ...findUnseenMarks(format, documents)]
  const reading = new DescriptionReader(files, format, detectDialect(format, root, place, own), own)
  for (const file of documents) reading.checkFile(file)
  const info = reading.object(reading.root, 'info')
  const title = stringAt(info?.raw, 'title')
  const version = stringAt(info?.raw, 'version')
  const servers = readDeclaredServers(reading, reading.root)
  checkComponents(reading)
  const tags = reading.list(reading.root, 'tags').flatMap(({raw}) => stringAt(raw, 'name') ?? [])
  const unread: Unread = []
  let ambiguous: ReadonlySet<string> | undefined
  const operations = [...endpointsOf(reading, unread, targetOf), ...webhooksOf(reading, unread)]
  const basePath = reading.isSwagger
    ? serverPath(stringAt(root, 'basePath'))
    : servers.length > 0
      ? serverPath(servers[0]?.url)
      : baseOf(operations)
  return {
    source,
    format,
    ...(title === undefined ? {} : {title}),
    ...(version === undefined ? {} : {version}),
    basePath,
    get otherBasePaths() {
      const all = servers.length > 0 ? servers : operations.flatMap(({details}) => details().servers)
      return basePathsOf(all).filter(path => path !== basePath)
    },
    operations,
    unread,
    get gaps() {
      return [...files.gaps, ...own]
    },
    root,
    ...(files.parts ? {parts: files.parts} : {}),
    schemaAt: (raw, pointer, address) => reading.schemaAt(raw, pointer, address),
    placeAt: (pointer, address) => reading.placeAt(pointer, address),
    get ambiguousNames() {
      ambiguous ??= findAmbiguousNames(documents)
      return ambiguous
    },
    marksAt: (raw, pointer, address) => readLifecycle(raw, reading.placeAt(pointer, address)),
    marks: {...(info && readLifecycle(info.raw, reading.place(info))), ...readLifecycle(root, place)},
    servers,
    schemes: readSecuritySchemes(reading),
    tags
  }
}

const SECTIONS_OF_SWAGGER = ['definitions', 'parameters', 'responses']

/** Reports sections of components that aren't maps, because what they should define is missing. */
function checkComponents(reading: DescriptionReader): void {
  const components = reading.isSwagger ? reading.root : reading.at(reading.root, 'components')
  const sections = reading.isSwagger ? SECTIONS_OF_SWAGGER : Object.keys(components?.raw ?? {})
  for (const section of sections) if (components && !isExtension(section)) reading.checkMap(components, section)
}

/**
 * The base path: if the document has no server and all operations have the same base path, it is that; otherwise empty.
 */
function baseOf(operations: readonly Operation[]): string {
  let base: string | undefined
  for (const {kind, details} of operations) {
    if (kind !== 'endpoint') continue
    const [server] = details().servers
    const path = serverPath(server?.url)
    if (path === '' || (base ?? path) !== path) return ''
    base = path
  }
  return base ?? ''
}

/** The paths of servers, with each listed value of their variables. */
const basePathsOf = (servers: readonly Server[]): string[] => {
  const urls = servers.flatMap(({url, addresses = []}) => [url, ...addresses.filter(each => !each.includes('{}'))])
  return [...new Set([...new Set(urls)].map(serverPath))]
}

type Unread = Pick<Operation, 'kind' | 'path'>[]

/** Names the operation of a method and a path. Another language that is read as OpenAPI has names of its own. */
type TargetOf = (method: string, path: string) => Target

function endpointsOf(reading: DescriptionReader, unread: Unread, targetOf: TargetOf): Operation[] {
  const {root} = reading
  const isRequired = reading.isSwagger || reading.format === 'openapi-3.0'
  if (isRequired && !reading.at(root, 'paths')) {
    reading.gap(root, 'The description has no `paths`, so no operations are read.')
  }
  const methodsByPath = new Map<string, ReadonlySet<string>>()
  const pathsByShape = new Map<string, string>()
  const operations: Operation[] = []
  for (const [path, item] of pathsIn(reading)) {
    if (!path.startsWith('/')) reading.gap(item, `Path \`${path}\` must begin with \`/\`.`)
    const {methods, unread: count} = listMethods(reading, item)
    for (let part = 0; part < count; part++) unread.push({kind: 'endpoint', path})
    const known = methodsByPath.get(path)
    methodsByPath.set(path, new Set([...(known ?? []), ...methods.map(({method}) => method)]))
    for (const listed of methods) {
      const {method, spot} = listed
      if (known?.has(method)) {
        reading.gap(spot, `\`${method} ${path}\` is listed twice. This one isn't read.`)
      } else {
        const shape = `${method} ${pathShape(path)}`
        const same = pathsByShape.get(shape)
        pathsByShape.set(shape, same ?? path)
        if (same !== undefined)
          reading.gap(spot, `\`${method} ${path}\` is the same endpoint as \`${method} ${same}\`. Describe it once.`)
        const target = targetOf(method, path)
        operations.push(new ListedOperation(reading, listed, {kind: 'endpoint', target, path}))
      }
    }
  }
  return operations
}

/** The path items, including AutoRest's `x-ms-paths`, whose paths differ only in their query: `/books?shelf=a`. */
function* pathsIn(reading: DescriptionReader): Iterable<readonly [string, Spot]> {
  for (const parent of [reading.object(reading.root, 'paths'), reading.object(reading.root, QUERY_PATHS_KEY)]) {
    for (const path of parent ? Object.keys(parent.raw as object) : [])
      if (parent && !isExtension(path)) yield [path, childLocation(parent, path)]
  }
}

/** The webhooks; before 3.1, those of the extension `x-webhooks`. */
function webhooksOf(reading: DescriptionReader, unread: Unread): Operation[] {
  const named = new Map<string, Spot>()
  const isKnown = reading.format === 'openapi-3.1' || reading.format === 'openapi-3.2'
  const holders = [
    isKnown ? reading.object(reading.root, 'webhooks') : undefined,
    reading.at(reading.root, 'x-webhooks')
  ]
  for (const parent of holders) {
    for (const name of isRecord(parent?.raw) ? Object.keys(parent.raw) : []) {
      if (parent && !isExtension(name) && !named.has(name)) named.set(name, childLocation(parent, name))
    }
  }
  return [...named].flatMap(([name, item]) => {
    const {methods, unread: count} = listMethods(reading, item)
    for (let part = 0; part < count; part++) unread.push({kind: 'webhook', path: name})
    return methods.map(listed => {
      // Nearly all webhooks are `POST`, so only another method is part of the name.
      const called = listed.method === 'POST' ? `webhook ${name}` : `webhook ${name} ${listed.method}`
      return new ListedOperation(reading, listed, {
        kind: 'webhook',
        target: operationTarget(called),
        path: name
      })
    })
  })
}
