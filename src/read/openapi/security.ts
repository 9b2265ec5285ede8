import type {Requirement, SecurityScheme} from '../../model/api/snapshot.ts'
import type {Node} from '../../schema/document/node.ts'
import {isRecord, own} from '../../schema/json.ts'
import {lifeOf} from './lifecycle-extensions.ts'
import type {Reading} from './reader.ts'
import {nameOf} from './values.ts'

/** What must be met by who calls: an operation's own, else the document's. An empty list is met by everybody. */
export function requirementsOf(reading: Reading, operation: Node, isEndpoint: boolean): readonly Requirement[] {
  // Of a webhook or a callback the document's own requirements say nothing: there the service is who calls.
  const holder = reading.at(operation, 'security') || !isEndpoint ? operation : reading.root
  return reading.once('security', holder, () =>
    reading.list(holder, 'security').flatMap(node => {
      if (isRecord(node.raw)) return [requirementOf(reading, node)]
      reading.gap(node, `Unexpected ${nameOf(node.raw)} in \`security\`, expected an object`)
      return []
    })
  )
}

function requirementOf(reading: Reading, node: Node): Requirement {
  const names = Object.keys(node.raw as object).sort()
  return new Map(
    names.map(name => [schemeNamed(reading, name), [...new Set(reading.texts(node, name) ?? [])].sort()] as const)
  )
}

/** In OpenAPI 3.2 a scheme may be called by its address, which no name looks like. */
const schemeNamed = ({format}: Reading, written: string): string =>
  (format === 'openapi-3.2' ? /^#\/components\/securitySchemes\/([\w.-]+)$/.exec(written)?.[1] : undefined) ?? written

export function schemesOf(reading: Reading): ReadonlyMap<string, SecurityScheme> {
  const schemes = new Map<string, SecurityScheme>()
  const components = reading.isSwagger ? reading.root : reading.object(reading.root, 'components')
  if (!components) return schemes
  const key = reading.isSwagger ? 'securityDefinitions' : 'securitySchemes'
  for (const [name, written] of reading.entries(components, key)) {
    const node = reading.resolve(written)
    if (!node) continue
    const place = reading.place(node)
    const raw = reading.isSwagger ? modern(node.raw as object) : node.raw
    schemes.set(name, {name, place, raw, life: lifeOf(node.raw, place)})
  }
  return schemes
}

const FLOWS: ReadonlyMap<unknown, string> = new Map([
  ['implicit', 'implicit'],
  ['password', 'password'],
  ['application', 'clientCredentials'],
  ['accessCode', 'authorizationCode']
])

/** A scheme of Swagger 2.0 in the words of OpenAPI 3. */
function modern(raw: object): object {
  const type = own(raw, 'type')
  if (type === 'basic') return {...raw, type: 'http', scheme: 'basic'}
  if (type !== 'oauth2') return raw
  const {flow, authorizationUrl, tokenUrl, scopes, ...rest} = raw as Record<string, unknown>
  const name = FLOWS.get(flow) ?? String(flow)
  const said = Object.entries({authorizationUrl, tokenUrl, scopes}).filter(([, value]) => value !== undefined)
  return {...rest, flows: {[name]: Object.fromEntries(said)}}
}
