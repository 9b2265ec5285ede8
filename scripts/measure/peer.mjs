import {spawn} from 'node:child_process'
import {createHash} from 'node:crypto'
import {existsSync, mkdirSync, readFileSync, writeFileSync} from 'node:fs'
import {dirname, join} from 'node:path'
import process from 'node:process'
import {createInterface} from 'node:readline'
import {CACHE} from './sources.mjs'

/** Nobody is asked for a schema that a question refers to. */
const OFFLINE = {http_proxy: 'http://127.0.0.1:9', https_proxy: 'http://127.0.0.1:9', no_proxy: ''}

/** Another tool as a process that answers one JSON line for each it reads. A question on which it dies or goes on for too long is answered so, and the next one gets a new process. Answers are kept with what was fetched, under the tool’s name and version. */
export class Peer {
  #command
  #limit
  #child
  #lines
  #name
  constructor(name, command, limit) {
    this.#name = name
    this.#command = command
    this.#limit = limit
  }

  async ask(sub, sup) {
    const question = `{"sub":${sub},"sup":${sup}}`
    const key = createHash('sha256').update(question).digest('hex').slice(0, 24)
    const kept = join(CACHE, 'answers', this.#name, `${key}.json`)
    if (existsSync(kept)) return JSON.parse(readFileSync(kept, 'utf8'))
    const answer = await this.#askNow(question)
    mkdirSync(dirname(kept), {recursive: true})
    writeFileSync(kept, JSON.stringify(answer))
    return answer
  }

  async #askNow(question) {
    if (!this.#child) this.#start()
    const child = this.#child
    // White space is all that a line end can be in JSON.
    child.stdin.write(question.replaceAll(/[\r\n]/g, ' ').concat('\n'))
    let timer
    const late = new Promise(resolve => {
      timer = setTimeout(resolve, this.#limit, {value: `{"slow":true,"ms":${this.#limit}}`})
    })
    const {value} = await Promise.race([this.#lines.next(), late])
    clearTimeout(timer)
    const answer = value === undefined ? {crashed: true, ms: 0} : JSON.parse(value)
    if (value === undefined || answer.ms >= this.#limit) this.stop()
    return answer
  }

  stop() {
    this.#child?.kill('SIGKILL')
    this.#child = undefined
  }

  #start() {
    const [program, ...args] = this.#command
    this.#child = spawn(program, args, {stdio: ['pipe', 'pipe', 'ignore'], env: {...process.env, ...OFFLINE}})
    this.#child.stdin.on('error', () => {})
    this.#lines = createInterface({input: this.#child.stdout})[Symbol.asyncIterator]()
  }
}
