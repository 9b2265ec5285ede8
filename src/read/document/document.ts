import type {DocumentPart, Gap} from '../../model/api/snapshot.ts'
import type {Locate, Place} from '../../model/location.ts'
import type {Survey} from '../parsing/reference-survey.ts'

/** One file of a description. */
export interface SpecDocument {
  readonly source: string
  /** `tenure:///` and the path from the root: what relative references start from, and alike on every machine. */
  readonly address: string
  readonly root: unknown
  readonly surveyed: Survey
  /** What was read by itself, by JSON pointers; nothing where all was read as one. */
  readonly parts?: ReadonlyMap<string, DocumentPart>
}

/** A description and all files that it refers to. */
export interface SpecFiles {
  readonly main: SpecDocument
  /** The main one first, then the others as they are met. */
  readonly documents: readonly SpecDocument[]
  /** The paths of all files from the root, in the order of `documents`, and of those that could not be read. */
  readonly paths: readonly string[]
  /** What was read part by part: of one file in which no reference depends on the way to it. */
  readonly parts?: ReadonlyMap<string, DocumentPart>
  /** Something in them is called as the headers are that tell of an end. */
  readonly tellsInHeaders: boolean
  readonly lookup: (address: string) => unknown
  readonly documentAt: (address: string) => SpecDocument | undefined
  /** What could not be read, and what was read though it is not quite right. */
  readonly gaps: readonly Gap[]
  /** Fills in line and column of one place; for many, `locateAll` goes through each file once. */
  readonly locate: Locate
  readonly locateAll: (places: readonly Place[]) => Place[]
}

export const addressOf = (path: string): string => `tenure:///${path.split('/').map(encodeURIComponent).join('/')}`
