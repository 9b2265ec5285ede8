import {isDescription} from '../document/detect-description.ts'
import {createDiskFileTree} from '../document/file-tree.ts'
import {SPEC_LIMIT} from '../document/read-document.ts'
import {readBytes} from '../files/file-system.ts'
import type {ReleaseSource} from './source.ts'

/** Whether a file is an API description, as opposed to a history. */
export const isDescriptionFile = (path: string): boolean => isDescription(readBytes(path, SPEC_LIMIT))

/** A source with one description: its current lifecycle marks are known, but nothing about the past. */
export function openSingleFileSource(path: string): ReleaseSource {
  return {
    kind: 'folder',
    path,
    service: '',
    releases: [{name: 'current', place: {source: path}, shelf: () => createDiskFileTree(path)}],
    unread: [],
    remarks: [],
    between: () => []
  }
}
