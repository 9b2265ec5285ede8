import {type ChildProcess, spawn} from 'node:child_process'
import {readdirSync, readFileSync, symlinkSync} from 'node:fs'
import {join} from 'node:path'
import process from 'node:process'
import ts from 'typescript'
import {afterAll} from 'vitest'
import {folder, REPOSITORY, write} from '../../../test/cli/run.ts'

export const SERVERS = ['express', 'fastify', 'hono', 'nest'] as const
export type ServerName = (typeof SERVERS)[number]

export const folderOf = (name: ServerName): string => join(REPOSITORY, 'fixtures', 'servers', name)

/** The source files of a server, by path. */
export function codeOf(name: ServerName): Record<string, string> {
  const root = folderOf(name)
  const paths = readdirSync(root, {recursive: true, encoding: 'utf8'}).filter(path => /\.(?:ts|json)$/.test(path))
  return Object.fromEntries(
    paths.sort().map(path => [path.replaceAll('\\', '/'), readFileSync(join(root, path), 'utf8')])
  )
}

/** A copy of a server as JavaScript, as its authors would deploy it. */
export function deployed(name: ServerName): string {
  const at = folder({'package.json': codeOf(name)['package.json'] ?? ''})
  symlinkSync(join(REPOSITORY, 'node_modules'), join(at, 'node_modules'))
  for (const [path, text] of Object.entries(codeOf(name))) {
    if (!path.endsWith('.ts')) continue
    const {outputText} = ts.transpileModule(text, {
      fileName: path,
      compilerOptions: {
        target: ts.ScriptTarget.ES2022,
        module: ts.ModuleKind.ESNext,
        rewriteRelativeImportExtensions: true,
        experimentalDecorators: true,
        emitDecoratorMetadata: true
      }
    })
    write(at, {[path.replace(/\.ts$/, '.js')]: outputText})
  }
  return at
}

const started: ChildProcess[] = []
afterAll(() => {
  for (const each of started.splice(0)) each.kill()
})

/** Starts a server as a process of its own, and returns its address. */
export function start(name: ServerName): Promise<string> {
  const child = spawn(process.execPath, [join(deployed(name), 'src', 'server.js')], {
    env: {PATH: process.env.PATH ?? '', PORT: '0'}
  })
  started.push(child)
  return new Promise((resolve, reject) => {
    let output = ''
    const collectOutput = (text: string): void => {
      output += text
      const port = /listening on (\d+)/.exec(output)?.[1]
      if (port) resolve(`http://127.0.0.1:${port}`)
    }
    child.stdout.setEncoding('utf8').on('data', collectOutput)
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
    child.on('exit', code =>
      reject(new Error(`Unexpected end of ${name} with ${code}, expected it to listen:\n${output}`))
    )
  })
}
