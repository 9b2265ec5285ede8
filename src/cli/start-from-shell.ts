import {randomBytes} from 'node:crypto'
import {createRequire} from 'node:module'
import process from 'node:process'
import type worker from 'node:worker_threads'
import type {Environment} from '../stores/git/environment.ts'
import {startGit} from '../stores/git/git.ts'
import type {GitAnswer, GitCall, StartGit} from '../stores/git/git-answer.ts'

/**
 * The code of a thread that passes commands to one shell and waits for the end of each. A thread of its own, because
 * only another thread can read pipes while this one waits for the answer.
 */
const THREAD = `
const {spawn} = require('node:child_process')
const {workerData: {port, signal}} = require('node:worker_threads')
const shell = spawn('/bin/sh', ['-s'])
let end
let outputs = []
let hasEnded = false
function answer(message) {
  port.postMessage(message)
  Atomics.store(signal, 0, 1)
  Atomics.notify(signal, 0)
}
const create = () => ({chunks: [], tail: ''})
function read(index, chunk) {
  const output = outputs[index]
  if (output === undefined) return
  output.chunks.push(chunk)
  output.tail = (output.tail + chunk.toString('latin1', Math.max(0, chunk.length - 64))).slice(-64)
  if (!outputs.every(each => each.tail.endsWith('\\n') && each.tail.includes(end))) return
  const [out, err] = outputs.map(each => Buffer.concat(each.chunks))
  const at = out.lastIndexOf(end)
  const status = Number(out.toString('latin1', at + end.length, out.length - 1))
  outputs = []
  answer({status, stdout: out.subarray(0, at), stderr: err.subarray(0, err.lastIndexOf(end))})
}
function fail() {
  hasEnded = true
  answer(undefined)
}
shell.stdout.on('data', chunk => read(0, chunk))
shell.stderr.on('data', chunk => read(1, chunk))
shell.stdin.on('error', fail)
shell.on('error', fail)
shell.on('close', fail)
port.on('message', call => {
  if (hasEnded) return answer(undefined)
  end = call.end
  outputs = [create(), create()]
  shell.stdin.write(call.script)
})
`

/** The status with which a shell ends if it can't start a program. */
const NOT_STARTED = 127

const NAME = /^[A-Za-z_]\w*$/

const quote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

/**
 * Starts git from a shell that is started with the first call, for calls with the variables `own` or a few others. On
 * Linux, a process that starts another first copies its page tables: 10 ms at 300 MB, but 1 ms from a shell. Where the
 * shell ends or can't pass on what is asked, git is started from this process.
 */
export function startFromShell(own: Environment, platform: string = process.platform): StartGit {
  let shell: {port: worker.MessagePort; signal: Int32Array; receive: typeof worker.receiveMessageOnPort} | undefined
  let hasFailed = platform !== 'linux'

  function open(): NonNullable<typeof shell> {
    // Loaded on demand, because many commands need no git. Code that was compiled before can't `import()`.
    const {Worker, MessageChannel, receiveMessageOnPort} = createRequire(import.meta.url)(
      'node:worker_threads'
    ) as typeof worker
    const signal = new Int32Array(new SharedArrayBuffer(4))
    const {port1, port2} = new MessageChannel()
    const env = Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined))
    const options = {eval: true, workerData: {port: port2, signal}, transferList: [port2], env, execArgv: []}
    new Worker(THREAD, options as worker.WorkerOptions).unref()
    return {port: port1, signal, receive: receiveMessageOnPort}
  }

  return call => {
    const script = hasFailed ? undefined : scriptOf(call, own)
    if (script === undefined) return startGit(call)
    shell ??= open()
    Atomics.store(shell.signal, 0, 0)
    shell.port.postMessage(script)
    Atomics.wait(shell.signal, 0, 0)
    const answer = shell.receive(shell.port)?.message as Omit<GitAnswer, 'error'> | undefined
    if (answer !== undefined && answer.status !== NOT_STARTED)
      return {...answer, stdout: bufferOf(answer.stdout), stderr: bufferOf(answer.stderr)}
    hasFailed ||= answer === undefined
    return startGit(call)
  }
}

/** The bytes that another thread sent. */
const bufferOf = ({buffer, byteOffset, byteLength}: Uint8Array): Buffer => Buffer.from(buffer, byteOffset, byteLength)

/** The commands for a call, and the text after which its output ends; `undefined` if a shell can't pass them on. */
function scriptOf({cwd, args, env, input}: GitCall, own: Environment) {
  const names = env === own ? [] : [...new Set([...Object.keys(own), ...Object.keys(env)])]
  const changed = names.filter(name => env[name] !== own[name])
  const texts = [cwd, ...args, ...changed.map(name => env[name] ?? ''), input ?? '']
  const isLine = input === undefined || input === '' || input.endsWith('\n')
  if (!(isLine && changed.every(name => NAME.test(name)) && texts.every(text => !text.includes('\0')))) return undefined
  // Random, so that no output contains it by intent.
  const end = randomBytes(16).toString('hex')
  const variables = changed.map(name =>
    env[name] === undefined ? `unset ${name}` : `export ${name}=${quote(env[name])}`
  )
  const steps = [`cd -- ${quote(cwd)} || exit ${NOT_STARTED}`, ...variables, `exec git ${args.map(quote).join(' ')}`]
  const [from, text] = input ? [`<<'${end}'`, `\n${input}${end}`] : ['</dev/null', '']
  const script = `(${steps.join('\n')}\n) ${from}${text}\nprintf '${end}%d\\n' $?\nprintf '${end}\\n' >&2\n`
  return {script, end}
}
