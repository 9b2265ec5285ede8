import {spawn} from 'node:child_process'
import {createInterface} from 'node:readline'

/** Another tool as a process that answers one JSON line for each it reads. A question on which it dies or goes on for too long is answered so, and the next one gets a new process. */
export class Peer {
  #command
  #limit
  #child
  #lines
  constructor(command, limit) {
    this.#command = command
    this.#limit = limit
  }

  async ask(sub, sup) {
    if (!this.#child) this.#start()
    const child = this.#child
    // White space is all that a line end can be in JSON.
    child.stdin.write(`{"sub":${sub},"sup":${sup}}`.replaceAll(/[\r\n]/g, ' ').concat('\n'))
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
    this.#child = spawn(program, args, {stdio: ['pipe', 'pipe', 'ignore']})
    this.#child.stdin.on('error', () => {})
    this.#lines = createInterface({input: this.#child.stdout})[Symbol.asyncIterator]()
  }
}
