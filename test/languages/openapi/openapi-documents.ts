// Descriptions of a small library, as the file reader provides them.
import {load} from 'js-yaml'
import {readSnapshot} from '../../../packages/openapi/src/read/snapshot.ts'
import type {Details, Operation, Snapshot} from '../../../packages/openapi/src/snapshot.ts'
import {surveyDocument} from '../../../src/documents/parsing/reference-survey.ts'

/** Reads a description; the first file is the main one. All addresses start at `tenure:///`. */
export function snapshotOf(main: string, others: Readonly<Record<string, string>> = {}): Snapshot {
  const files = Object.entries({'library.yaml': main, ...others}).map(([name, text]) => ({
    source: name,
    address: `tenure:///${name}`,
    root: load(text)
  }))
  const [first] = files as [(typeof files)[0]]
  const documentAt = (address: string) => files.find(file => file.address === address)
  return readSnapshot({
    main: first,
    documents: files.map(file => ({...file, surveyed: surveyDocument(file.root, true)})),
    documentAt,
    lookup: address => documentAt(address)?.root,
    gaps: [],
    hasLifecycleHeaders: true
  })
}

/** A description of the version with these further lines. */
export const openapi = (version: string, lines: string): Snapshot =>
  snapshotOf(`openapi: ${version}\ninfo: {title: Library, version: '1'}\n${lines}`)

export const swagger = (lines: string): Snapshot =>
  snapshotOf(`swagger: "2.0"\ninfo: {title: Library, version: '1'}\n${lines}`)

export function operation(snapshot: Snapshot, at = 0): Operation {
  const found = snapshot.operations[at]
  if (!found) throw new Error(`No operation at index ${at}`)
  return found
}

export const details = (snapshot: Snapshot, at = 0): Details => whole(operation(snapshot, at))

/** All details of an operation. Each is read, because problems are only found then. */
function whole(of: Operation): Details {
  const all = of.details()
  const parts = Object.entries(Object.getOwnPropertyDescriptors(Object.getPrototypeOf(all)))
  for (const [part, {get}] of parts) if (get) void all[part as keyof Details]
  return all
}

/** The messages of all gaps, after all details are read. */
export function gapsIn(snapshot: Snapshot): string[] {
  for (const each of snapshot.operations) for (const callback of whole(each).callbacks) whole(callback)
  return snapshot.gaps.map(({message, place}) => `${place.source}#${place.pointer}: ${message}`)
}
