import type {SourceLocation} from '../../model/location.ts'
import {isAbsolute, repositoryFile, uriOf} from '../repository-path.ts'
import {plainText} from '../sanitize-text.ts'

/** Name of the repository root in code scanning. */
export const SOURCE_ROOT = '%SRCROOT%'

/** SARIF location in a file (§3.28). */
export interface SarifLocation {
  readonly physicalLocation: {
    readonly artifactLocation: {readonly uri: string; readonly uriBaseId?: typeof SOURCE_ROOT}
    readonly region?: {readonly startLine: number; readonly startColumn?: number}
  }
  readonly properties?: {readonly revision: string}
}

/** Location without a region if it has no line or is in an old revision, because regions refer to the working tree. */
export function sarifLocation(place: SourceLocation, root?: string): SarifLocation {
  const {path, revision} = repositoryFile(place, root)
  const {line, column} = place
  return {
    physicalLocation: {
      artifactLocation: {uri: uriOf(path), ...(isAbsolute(path) ? {} : {uriBaseId: SOURCE_ROOT})},
      ...(line === undefined || revision !== undefined
        ? {}
        : {region: {startLine: line, ...(column === undefined ? {} : {startColumn: column})}})
    },
    ...(revision === undefined ? {} : {properties: {revision}})
  }
}

const MAX_ARGUMENTS = 100

/**
 * Plain text message (§3.11). A path such as `/loans/{0}` looks like a placeholder, so its argument is the text itself:
 * consumers show the same whether or not they fill in placeholders. All other braces stay single despite §3.11.5,
 * because consumers show doubled ones as they are. Brackets are escaped in texts that contain a link (§3.11.6).
 */
export function sarifMessage(text: string): {text: string; arguments?: string[]} {
  const lines = text.split('\n').map(plainText).join('\n')
  const shown = lines.includes('](') ? lines.replace(/[\\[\]]/g, '\\$&') : lines
  const places = [...shown.matchAll(/\{(\d+)\}/g)].map(([, index]) => Number(index))
  const most = Math.max(-1, ...places.filter(index => index < MAX_ARGUMENTS))
  return {
    text: shown,
    ...(most < 0 ? {} : {arguments: Array.from({length: most + 1}, (_, index) => `{${index}}`)})
  }
}
