/** A line on a terminal that says how far long work has come. */
export interface Progress {
  tell(done: number, all: number, name: string): void
  end(): void
}

interface Terminal {
  readonly isTTY?: boolean
  readonly columns?: number
  write(text: string): unknown
}

/** What is done sooner needs no line. */
const PATIENCE = 300

/** Tells nothing where nobody watches: a log keeps no line that is written over. */
export function progressOf(terminal: Terminal, now = () => Date.now()): Progress {
  const start = now()
  let shown = false
  if (!terminal.isTTY) return {tell: () => {}, end: () => {}}
  const erase = '\r\u001b[2K'
  return {
    tell(done, all, name) {
      if (now() - start < PATIENCE) return
      shown = true
      const width = Math.max(20, (terminal.columns ?? 80) - 1)
      const filled = Math.round((done / all) * 20)
      const line = `${'█'.repeat(filled)}${'░'.repeat(20 - filled)} ${done + 1} of ${all}  ${name}`
      terminal.write(erase + line.slice(0, width))
    },
    end() {
      if (shown) terminal.write(erase)
    }
  }
}
