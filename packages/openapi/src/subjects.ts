import {memberTarget} from '@tenure/core/model/subject/field'
import {type EndpointTarget, type NamedTarget, prefixTarget, type Target} from '@tenure/core/model/subject/subject'

export const METHODS = ['GET', 'PUT', 'POST', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH', 'TRACE', 'QUERY'] as const

export const endpointTarget = (method: string, path: string): EndpointTarget => ({
  kind: 'endpoint',
  text: `${method} ${path}`,
  verb: method,
  path
})

/** An operation known only by its name, a webhook, or a callback. */
export const operationTarget = (name: string): NamedTarget => ({
  kind: 'operation',
  text: `operation ${name}`,
  name,
  ...(/^(?:webhook|callback) /.test(name) ? {isSentByService: true} : {})
})

/**
 * Parses the notation of history files: `GET /v1/loans`, `/v1/**`, `operation ListTokens`, `Loan.shelf`. `undefined` if
 * the text is none of them.
 */
export function parseOpenapiTarget(text: string): Target | undefined {
  const trimmed = text.trim()
  const endpoint = /^([A-Z]+)\s+(\/\S*)$/i.exec(trimmed)
  if (endpoint) {
    const [, method = '', path = ''] = endpoint
    if (path.endsWith('*') || !METHODS.some(known => known === method.toUpperCase())) return undefined
    return endpointTarget(method.toUpperCase(), path)
  }
  const prefix = /^(\/\S*?)\/?\*\*$/.exec(trimmed)
  if (prefix) return prefix[1]?.includes('*') ? undefined : prefixTarget(prefix[1]?.replace(/\/$/, '') ?? '')
  const operation = /^operation\s+(\S.*)$/i.exec(trimmed)
  if (operation?.[1]) return operationTarget(operation[1])
  const field = /^([^/\s][^/]*)\.([^./]+)$/.exec(trimmed)
  if (field?.[1] && field[2]) return memberTarget(field[1].trim(), field[2].trim())
  return undefined
}
