/** Log lines that every engine must count alike. */
export const OPERATIONS = [
  'GET /v1/loans',
  'GET /v1/loans/{loanId}',
  'GET /v1/loans/{loanId}.json',
  'POST /v1/loans/{loanId}:renew',
  "GET /v1/reader's/{id}",
  'GET /v1/a\\\\b/{id}'
]

export const SETTINGS = 'prefixes: [/gateway/x], columns: {time: ts, caller: [client_id, key_id], agent: ua}'

export interface LogLine {
  readonly ts: string
  readonly method: string
  readonly path: string
  readonly status: number
  readonly client_id: string | null
  readonly key_id: string | null
  readonly ua: string | null
}

const PATHS = [
  ...['/v1/loans', '/v1/loans/', '/v1//loans?token=s3cret', '/gateway/x/v1/loans#s3cret', '/./v1/loans/.'],
  ...['/v1/loans/s3cret', '/v1/loans/s3cret.json', '/v1/loans/s3cret%3Arenew', '/v1/l%6fans/a+b', '/v1/loans/%zz%'],
  ...['https://x.example:443/v1/loans;v=s3cret/7', "/v1/reader's/1", '/v1/reader%27s/1', '/v1/a\\b/1', '/v1/a%5Cb/1'],
  ...['/', 'v1/loans', '/a/b/c/d/e/f/g/h/i/j', '/gateway/xy/v1/loans', '/v1/{loans}/x', '/v1/loans/%', '/caf%C3%A9/é']
]

export const lines: readonly LogLine[] = PATHS.flatMap((path, at) =>
  ['GET', 'post', 'HEAD', 'JUNK'].map((method, verb) => ({
    ts: `2026-11-0${1 + (at % 3)} ${String((at + verb) % 24).padStart(2, '0')}:59:${String(at).padStart(2, '0')}`,
    ...{method, path, status: [200, 302, 404, 503][(at + verb) % 4] ?? 200},
    client_id: at % 3 === 0 ? `client-${at % 2}` : at % 3 === 1 ? '' : null,
    key_id: at % 4 === 0 ? 'key' : '-',
    ua: at % 5 === 0 ? null : `agent ${at % 2}/${at} (s3cret)`
  }))
)

export const logOf = (all: readonly LogLine[]): string => all.map(each => `${JSON.stringify(each)}\n`).join('')
