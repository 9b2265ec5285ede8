import type {Place} from '../../model/location.ts'
import {isAbsolute, repositoryFile, uriOf} from '../repository-path.ts'
import {plainText} from '../sanitize-text.ts'

/** The root of the repository, by the name that code scanning has for it. */
export const SOURCE_ROOT = '%SRCROOT%'

/** A location of SARIF (§3.28) in a file. */
export interface SarifLocation {
  readonly physicalLocation: {
    readonly artifactLocation: {readonly uri: string; readonly uriBaseId?: typeof SOURCE_ROOT}
    readonly region?: {readonly startLine: number; readonly startColumn?: number}
  }
  readonly properties?: {readonly revision: string}
}

/** A place without a line has no region; nor has one in a revision, for the region would be of the working tree. */
export function locationOf(place: Place, root?: string): SarifLocation {
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

const MOST_ARGUMENTS = 100

/**
 * A message in plain text (§3.11). A path such as `/loans/{0}` looks like a placeholder: its argument is what is written
 * already, so that who fills it in and who does not show the same. All other braces stay single, against §3.11.5, for
 * consumers show doubled ones doubled. A text that holds a link (§3.11.6) has its brackets escaped.
 */
export function messageOf(text: string): {text: string; arguments?: string[]} {
  const lines = text.split('\n').map(plainText).join('\n')
  const shown = lines.includes('](') ? lines.replace(/[\\[\]]/g, '\\$&') : lines
  const places = [...shown.matchAll(/\{(\d+)\}/g)].map(([, index]) => Number(index))
  const most = Math.max(-1, ...places.filter(index => index < MOST_ARGUMENTS))
  return {
    text: shown,
    ...(most < 0 ? {} : {arguments: Array.from({length: most + 1}, (_, index) => `{${index}}`)})
  }
}
