import type {Node} from '@tenure/json-schema/document/node'
import {isRecord, own} from '@tenure/json-schema/json'
import type {SecurityRequirement, SecurityScheme} from '../snapshot.ts'
import {readMarks} from './lifecycle-extensions.ts'
import type {DescriptionReader} from './reader.ts'
import {describeType, isExtension} from './values.ts'

/**
 * The security requirements of an operation: its own, or else the document's. An empty list means that there are none.
 */
export function readSecurity(
  reading: DescriptionReader,
  operation: Node,
  isEndpoint: boolean
): readonly SecurityRequirement[] {
  // The document's requirements don't apply to webhooks and callbacks, because there the service is the caller.
  const parent = reading.at(operation, 'security') || !isEndpoint ? operation : reading.root
  return reading.once('security', parent, () =>
    reading.list(parent, 'security').flatMap(node => {
      if (isRecord(node.raw)) return [requirementOf(reading, node)]
      reading.gap(node, `An entry of \`security\` must be an object, not ${describeType(node.raw)}.`)
      return []
    })
  )
}

function requirementOf(reading: DescriptionReader, node: Node): SecurityRequirement {
  const names = Object.keys(node.raw as object).sort()
  for (const name of names) warnOfUndefined(reading, node, schemeName(reading, name))
  return new Map(
    names.map(name => [schemeName(reading, name), [...new Set(reading.texts(node, name) ?? [])].sort()] as const)
  )
}

function warnOfUndefined(reading: DescriptionReader, requirement: Node, name: string): void {
  const path = reading.isSwagger ? ['securityDefinitions'] : ['components', 'securitySchemes']
  const all = path.reduce<unknown>((value, key) => (isRecord(value) ? own(value, key) : undefined), reading.root.raw)
  // A scheme of another description can be named by its URI.
  if ((isRecord(all) && Object.hasOwn(all, name)) || (reading.format === 'openapi-3.2' && /[/#:]/.test(name))) return
  const missing = `\`${name}\` isn't a security scheme of this description. Define it in \`${path.join('.')}\`.`
  reading.warn(requirement, missing)
}

/** In OpenAPI 3.2, a scheme can also be referenced by its URI. */
const schemeName = ({format}: DescriptionReader, written: string): string =>
  (format === 'openapi-3.2' ? /^#\/components\/securitySchemes\/([\w.-]+)$/.exec(written)?.[1] : undefined) ?? written

export function readSecuritySchemes(reading: DescriptionReader): ReadonlyMap<string, SecurityScheme> {
  const schemes = new Map<string, SecurityScheme>()
  const components = reading.isSwagger ? reading.root : reading.object(reading.root, 'components')
  if (!components) return schemes
  const key = reading.isSwagger ? 'securityDefinitions' : 'securitySchemes'
  for (const [name, written] of reading.entries(components, key)) {
    const node = reading.resolve(written)
    if (!node) continue
    const place = reading.place(node)
    const raw = reading.isSwagger ? convertScheme(node.raw as object) : node.raw
    checkScheme(reading, node)
    schemes.set(name, {name, place, raw, marks: readMarks(reading, node)})
  }
  return schemes
}

/** Reports values of the wrong type in a scheme or one of its flows; the comparison reads them. */
function checkScheme(reading: DescriptionReader, node: Node): void {
  for (const key of SCHEME_TEXTS) reading.text(node, key)
  reading.checkMap(node, 'scopes')
  reading.checkMap(node, 'flows')
  const flows = reading.at(node, 'flows')
  for (const name of isRecord(flows?.raw) ? Object.keys(flows.raw) : []) {
    if (!flows || isExtension(name)) continue
    reading.checkMap(flows, name)
    const flow = reading.at(flows, name)
    if (flow) checkScheme(reading, flow)
  }
}

const SCHEME_TEXTS = [
  ...['type', 'name', 'in', 'scheme', 'openIdConnectUrl', 'oauth2MetadataUrl'],
  ...['flow', 'authorizationUrl', 'tokenUrl', 'refreshUrl', 'deviceAuthorizationUrl']
]

const FLOWS: ReadonlyMap<unknown, string> = new Map([
  ['implicit', 'implicit'],
  ['password', 'password'],
  ['application', 'clientCredentials'],
  ['accessCode', 'authorizationCode']
])

/** Converts a security scheme of Swagger 2.0 to OpenAPI 3. */
function convertScheme(raw: object): object {
  const type = own(raw, 'type')
  if (type === 'basic') return {...raw, type: 'http', scheme: 'basic'}
  if (type !== 'oauth2') return raw
  const {flow, authorizationUrl, tokenUrl, scopes, ...rest} = raw as Record<string, unknown>
  const name = FLOWS.get(flow) ?? String(flow)
  const flowKeys = Object.entries({authorizationUrl, tokenUrl, scopes}).filter(([, value]) => value !== undefined)
  return {...rest, flows: {[name]: Object.fromEntries(flowKeys)}}
}
