// A script that is killed leaves no temporary folder behind.
import {type ChildProcess, spawn} from 'node:child_process'
import {once} from 'node:events'
import {existsSync, mkdirSync, readdirSync, readFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import process from 'node:process'
import {fileURLToPath} from 'node:url'
import {describe, expect, test} from 'vitest'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
/** A script that creates a folder, prints it, and then is busy forever, so that no signal handler can run. */
const BUSY = `
  import {writeFileSync} from 'node:fs'
  import {temporary} from '${new URL('../scripts/temporary.mjs', import.meta.url)}'
  const folder = temporary(process.argv[1])
  writeFileSync(folder + '/large.json', '{}')
  process.stdout.write(folder)
  setTimeout(() => { for (;;); }, 20)
`

async function folderOf(script: ChildProcess): Promise<string> {
  const [output] = (await once(script.stdout as NodeJS.ReadableStream, 'data')) as [Buffer]
  return output.toString()
}

test.skipIf(process.platform === 'win32').each(['SIGINT', 'SIGTERM', 'SIGKILL'] as const)(
  'a script that ends by %s leaves no folder',
  async signal => {
    const prefix = join(tmpdir(), 'killed-')
    const script = spawn(process.execPath, ['--input-type=module', '-e', BUSY, prefix], {
      stdio: ['ignore', 'pipe', 'ignore']
    })
    const folder = await folderOf(script)
    expect(existsSync(join(folder, 'large.json'))).toBe(true)
    script.kill(signal)
    await once(script, 'exit')
    await expect.poll(() => existsSync(folder)).toBe(false)
  }
)

test.skipIf(process.platform === 'win32')('a sweep that is killed leaves no folder', async () => {
  const within = join(tmpdir(), 'killed-bench')
  mkdirSync(within)
  const script = spawn(process.execPath, ['bench/usages.mjs'], {
    cwd: ROOT,
    env: {...process.env, TMPDIR: within},
    stdio: 'ignore'
  })
  await expect.poll(() => readdirSync(within).length).toBeGreaterThan(0)
  script.kill('SIGTERM')
  await once(script, 'exit')
  await expect.poll(() => readdirSync(within)).toEqual([])
})

describe('a script makes its temporary folders with the shared function', () => {
  const scripts = ['scripts', 'bench'].flatMap(folder =>
    readdirSync(join(ROOT, folder)).flatMap(name => (/\.mjs$/.test(name) ? [`${folder}/${name}`] : []))
  )
  test.each(scripts.filter(name => name !== 'scripts/temporary.mjs'))('in %s', name => {
    expect(readFileSync(join(ROOT, name), 'utf8')).not.toContain('mkdtemp')
  })
})
