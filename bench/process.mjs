import {spawnSync} from 'node:child_process'
import process from 'node:process'

/** One run: wall-clock milliseconds and peak memory in MB, as the system counted it; `fine` are the exits that count. */
export function measure([program, ...args], env = {}, fine = [0]) {
  const start = process.hrtime.bigint()
  const {status, stderr} = spawnSync(
    'bash',
    ['-c', 'exec /usr/bin/time -f "%M" timeout 120 "$@" >/dev/null', 'run', program, ...args],
    {maxBuffer: 1 << 28, env: {...process.env, ...env}}
  )
  const ms = Number(process.hrtime.bigint() - start) / 1e6
  const mb = Number(/(\d+)\s*$/.exec(stderr.toString())?.[1]) / 1024
  return fine.includes(status) ? {ms, mb} : {ms: Number.NaN, mb: Number.NaN}
}

/**
 * Takes the figures of each command in turn, so that a slow moment of the machine falls on all of them. Returns the
 * median of one of them by the name of the command and the unit.
 */
export function inTurn(runs, round) {
  // The first round warms the disk's cache.
  const rounds = Array.from({length: runs + 1}, () => round()).slice(1)
  return (name, unit) => median(rounds.map(each => each[name][unit]))
}

export function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
}

/** One run: milliseconds of processor time of all its threads, peak memory in MB, and the exit code. */
export function processorTime(command, env = {}) {
  const silent = `sh -c 'exec "$@" >/dev/null 2>&1' run "$@"`
  const timed = `TIMEFORMAT='%3U %3S'; time /usr/bin/time -f '%x %M' timeout 300 ${silent}`
  const {stderr} = spawnSync('bash', ['-c', timed, 'run', ...command], {env: {...process.env, ...env}})
  // The system says first how a failed command ended.
  const [status, kilobytes, user, system] = stderr.toString().trim().split(/\s+/).slice(-4).map(Number)
  return {status, ms: 1000 * (user + system), mb: kilobytes / 1024}
}
