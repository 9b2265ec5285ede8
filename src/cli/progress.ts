import {plainText} from '../outputs/report/sanitize-text.ts'

interface Terminal {
  readonly isTTY?: boolean
  readonly columns?: number
  write(text: string): unknown
}

/** Milliseconds before the progress line appears. */
const DELAY = 300
const WIDTH = 20

/**
 * Creates a progress line on a terminal. A call without arguments removes the line. Does nothing if the stream isn't a
 * terminal, because a log can't overwrite lines.
 */
export function createProgress(
  terminal: Terminal,
  now: () => number = Date.now
): (done?: number, all?: number, name?: string) => void {
  if (!terminal.isTTY) return () => {}
  const erase = '\r\u001b[2K'
  let start: number | undefined
  let isVisible = false
  return (done, all = 1, name = '') => {
    start ??= now()
    if (done === undefined) {
      if (isVisible) terminal.write(erase)
      isVisible = false
    } else if (now() - start >= DELAY) {
      isVisible = true
      const filled = Math.round((done / all) * WIDTH)
      const line = `${'█'.repeat(filled)}${'░'.repeat(WIDTH - filled)} ${done + 1} of ${all}  ${plainText(name)}`
      terminal.write(erase + line.slice(0, Math.max(WIDTH, (terminal.columns ?? 80) - 1)))
    }
  }
}
