import {type ChildProcess, spawn, spawnSync} from 'node:child_process'
import {once} from 'node:events'
import {existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {vi} from 'vitest'

const [NGINX] = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/usr/bin/nginx', '/opt/homebrew/bin/nginx'].filter(
  existsSync
)

/** Whether there is an nginx to run. */
export const hasNginx = NGINX !== undefined

/** A running nginx, which listens at a socket. */
export interface RunningNginx {
  readonly socket: string
  stop(): Promise<void>
}

/** The folder of an nginx that has a text of ours in `http`, and the lines that it asks for in `server`. */
function writeNginxFolder(text: string, location: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'tenure-nginx-'))
  mkdirSync(join(folder, 'temp'))
  const server = text
    .split('\n')
    .filter(line => line.startsWith('#   '))
    .map(line => line.slice(1))
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(name => `${name}_temp_path temp/${name};`)
  writeFileSync(join(folder, 'tenure.conf'), text)
  writeFileSync(
    join(folder, 'nginx.conf'),
    [
      ...['daemon off;', 'master_process off;', 'pid nginx.pid;', 'error_log stderr;', 'events {}', 'http {'],
      ...['access_log off;', ...temporary, 'include tenure.conf;', 'server {', `listen unix:${folder}/socket;`],
      ...[...server, `location / { ${location} }`, '}', '}', '']
    ].join('\n')
  )
  return folder
}

const nginxArgs = (folder: string): string[] => ['-p', folder, '-e', 'stderr', '-c', join(folder, 'nginx.conf')]

/** What `nginx -t` says of a text. Empty if it's fine. */
export function testNginx(text: string): string {
  const folder = writeNginxFolder(text, 'return 204;')
  const {status, stderr} = spawnSync(NGINX ?? '', ['-t', ...nginxArgs(folder)], {encoding: 'utf8'})
  rmSync(folder, {recursive: true})
  return status === 0 && !stderr.includes('[warn]') ? '' : stderr
}

export async function startNginx(text: string, location: string): Promise<RunningNginx> {
  const folder = writeNginxFolder(text, location)
  const child: ChildProcess = spawn(NGINX ?? '', nginxArgs(folder), {stdio: ['ignore', 'ignore', 'inherit']})
  const socket = join(folder, 'socket')
  await vi.waitFor(
    () => {
      if (!existsSync(socket)) throw new Error('nginx does not listen yet')
    },
    {timeout: 10_000}
  )
  return {
    socket,
    async stop() {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
      rmSync(folder, {recursive: true})
    }
  }
}
