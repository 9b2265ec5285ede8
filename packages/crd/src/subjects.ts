import {prefixTarget, type Target} from '@tenure/core/model/subject/subject'

/** One version of a kind of resource: `gateway.example/v1beta1 HTTPRoute`. Its path shows the version to policies. */
export const resourceTarget = (group: string, version: string, kind: string): Target => ({
  kind: 'resource',
  text: `${group}/${version} ${kind}`,
  path: `/${group}/${version}/${kind}`
})

const RESOURCE = /^([a-z\d][a-z\d.-]*)\/([a-z][a-z\d-]*) ([A-Za-z][A-Za-z\d]*)$/
const VERSION = /^([a-z\d][a-z\d.-]*\.[a-z\d.-]+)\/([a-z][a-z\d-]*)$/

/**
 * Parses the notation of history files: `gateway.example/v1beta1 HTTPRoute`, or `gateway.example/v1beta1` for all kinds
 * of a version. `undefined` if the text is none of them.
 */
export function parseResourceTarget(text: string): Target | undefined {
  const [, group, version, kind] = RESOURCE.exec(text.trim()) ?? []
  if (group !== undefined && version !== undefined && kind !== undefined) return resourceTarget(group, version, kind)
  const [, all, of] = VERSION.exec(text.trim()) ?? []
  return all !== undefined && of !== undefined ? prefixTarget(`/${all}/${of}`) : undefined
}
