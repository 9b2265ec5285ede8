import {describe, expect, it} from 'vitest'
import {HERE} from '../../../test/here.ts'
import {sample} from '../../../test/tier.ts'
import type {ActionContext} from '../src/action-context.ts'
import {createApi, repeatOnFault} from '../src/github-api.ts'

const API = 'https://github.library.example/api/v3'

/** A context whose server gives these responses one after another; an error stands for a failed request. */
function contextOf(...responses: (Response | Error)[]) {
  const requests: {url: string; init: RequestInit}[] = []
  const waited: number[] = []
  const context: ActionContext = {
    ...HERE,
    env: {GITHUB_API_URL: API, GITHUB_REPOSITORY: 'library/lending', INPUT_TOKEN: 'secret'},
    out: () => undefined,
    check: () => Promise.resolve(0),
    wait: milliseconds => Promise.resolve(waited.push(milliseconds)),
    limit: () => new AbortController().signal,
    fetch: (url, init = {}) => {
      requests.push({url: String(url), init})
      const response = responses.shift() ?? new Error('Asked too often.')
      return response instanceof Error ? Promise.reject(response) : Promise.resolve(response)
    }
  }
  return {context, requests, waited}
}

const page = (items: unknown[], link = '') => Response.json(items, {headers: link === '' ? {} : {link}})

async function all(context: ActionContext): Promise<unknown[]> {
  const found: unknown[] = []
  for await (const item of createApi(context).list('/pulls?state=open')) found.push(item)
  return found
}

describe('a list from GitHub', () => {
  it('is read page by page', async () => {
    const second = `${API}/repositories/1/pulls?state=open&per_page=100&page=2`
    const {context, requests} = contextOf(page([1, 2], `<${second}>; rel="next", <${second}>; rel="last"`), page([3]))
    expect(await all(context)).toEqual([1, 2, 3])
    expect(requests.map(({url}) => url)).toEqual([`${API}/repos/library/lending/pulls?state=open&per_page=100`, second])
    expect(new Headers(requests[1]?.init.headers).get('authorization')).toBe('Bearer secret')
  })

  it('does not send the token to another server', async () => {
    const {context, requests} = contextOf(page([1], '<https://evil.example/api/v3/pulls?page=2>; rel="next"'))
    await expect(all(context)).rejects.toThrow("GitHub's list continues at another server.")
    expect(requests).toHaveLength(1)
  })

  it('fails after 300 pages, because it would not be whole', async () => {
    const endless = Array.from({length: 400}, () => page([1], `<${API}/next>; rel="next"`))
    const {context, requests} = contextOf(...endless)
    await expect(all(context)).rejects.toThrow("GitHub's list has more than 300 pages.")
    expect(requests).toHaveLength(300)
  })
})

describe('a request to GitHub', () => {
  const send = (...answers: (Response | Error)[]) => createApi(contextOf(...answers).context).send('GET', '/pulls')
  const late = Object.assign(new Error('The operation was aborted'), {name: 'TimeoutError'})

  it.each(
    sample([
      [Response.json({message: 'Not Found'}, {status: 404}), 'GitHub answered 404 (Not Found).'],
      [new Response('<html>', {status: 500}), 'GitHub answered 500.'],
      [Response.json(null, {status: 500}), 'GitHub answered 500.'],
      [new Response('<html>'), "GitHub's answer isn't JSON."],
      [new Response('', {status: 429}), "The token's rate limit is used up."],
      [new Error('getaddrinfo ENOTFOUND'), "GitHub can't be reached."],
      [late, "GitHub didn't answer in 20 s."]
    ])
  )('that fails is reported in plain words (%#)', async (response, message) => {
    await expect(send(response)).rejects.toThrow(message)
  })

  it('has a time limit', async () => {
    const {context, requests} = contextOf(page([]))
    await createApi(context).send('GET', '/pulls')
    expect(requests[0]?.init.signal).toBeInstanceOf(AbortSignal)
  })

  it('names the user of the token', async () => {
    const response = (login?: string) => Response.json(login === undefined ? {errors: []} : {data: {viewer: {login}}})
    expect(await createApi(contextOf(response('library-bot')).context).login()).toBe('library-bot')
    expect(await createApi(contextOf(response()).context).login()).toBe('github-actions[bot]')
  })
})

describe('a failed request', () => {
  const failing = (status: number) => Response.json({message: 'Fault'}, {status})
  const repeated = (...answers: (Response | Error)[]) => {
    const made = contextOf(...answers)
    const {context} = made
    return {...made, result: repeatOnFault(() => createApi(context).send('GET', '/pulls'), context)}
  }

  it.each([[failing(502)], [failing(503)], [new Error('reset')]])(
    'is repeated after a passing fault (%#)',
    async fault => {
      const {result, waited} = repeated(fault, page([1]))
      expect(await result).toEqual([1])
      expect(waited).toEqual([1_000])
    }
  )

  it('is given up after three attempts', async () => {
    const {result, waited, requests} = repeated(failing(502), failing(502), failing(502), page([]))
    await expect(result).rejects.toThrow('GitHub answered 502 (Fault).')
    expect({waited, requests: requests.length}).toEqual({waited: [1_000, 4_000], requests: 3})
  })

  it.each(sample([401, 403, 404, 422, 429, 500]))('is not repeated when GitHub answers %i', async status => {
    const {result, requests} = repeated(failing(status), page([]))
    await expect(result).rejects.toThrow()
    expect(requests).toHaveLength(1)
  })
})
