// Reads small programs from memory: their routes, and what is reported as unreadable.
import {fileURLToPath} from 'node:url'
import {createHashedFiles} from '@tenure/core/documents/file-tree'
import {inputError} from '@tenure/core/model/input-error'
import {readSnapshot} from '@tenure/openapi/read/snapshot'
import type {Snapshot} from '@tenure/openapi/snapshot'
import {HERE} from '../../../test/here.ts'
import {codeReader} from '../src/code-reader.ts'

const HOUSE = fileURLToPath(new URL('../../..', import.meta.url))

await codeReader.prepare()

type Files = Readonly<Record<string, string>>

/** Reads a program as if its files were at the root of this repository, next to its packages. */
export function readAll(files: Files | string, entry = 'server.ts') {
  const all = typeof files === 'string' ? {[entry]: files} : files
  const own: Files = {
    'tsconfig.json':
      '{"compilerOptions": {"strict": true, "module": "esnext", "moduleResolution": "bundler", "experimentalDecorators": true, "types": []}}',
    ...all
  }
  return codeReader.read({
    path: entry,
    folder: HOUSE.replace(/\/$/, ''),
    disk: HERE.files,
    sourceOf: path => path,
    ...createHashedFiles(path => {
      const text = own[path]
      if (text === undefined) throw inputError('Unexpected path, expected another', {source: path})
      return Buffer.from(text)
    }),
    list: folder => {
      const start = folder === '.' ? '' : `${folder}/`
      const names = Object.keys(own).flatMap(path =>
        path.startsWith(start) ? [path.slice(start.length).replace(/\/.*/, '/')] : []
      )
      return [...new Set(names)].toSorted()
    },
    real: path => path
  })
}

export function read(files: Files | string, entry?: string) {
  const opened = readAll(files, entry)
  const snapshot = readSnapshot(opened)
  return {
    snapshot,
    root: opened.main.root as {
      paths: Record<string, Record<string, Record<string, unknown>>>
      components?: {schemas: Record<string, unknown>}
    },
    routes: snapshot.operations.map(({method, path}) => `${method} ${path}`),
    lost: lines(snapshot, false),
    warned: lines(snapshot, true)
  }
}

const lines = ({gaps}: Snapshot, isRead: boolean): string[] =>
  gaps
    .filter(each => (each.isRead ?? false) === isRead)
    .map(({message, place}) => `${place.source}:${place.line}:${place.column} ${message.split(',')[0]}`)

const EXPRESS = "import express, {Router} from 'express'\nconst app = express()\n"
export const listening = (body: string): string => `${EXPRESS}${body}\napp.listen(3000)\n`
