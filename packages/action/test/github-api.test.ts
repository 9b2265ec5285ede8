import {describe, expect, it} from 'vitest'
import {HERE} from '../../../test/here.ts'
import type {ActionContext} from '../src/action-context.ts'
import {createApi, repeatOnFault} from '../src/github-api.ts'

const API = 'https://github.library.example/api/v3'

/** A context whose server gives these answers one after the other; an error is no answer. */
function contextOf(...answers: (Response | Error)[]) {
  const asked: {url: string; init: RequestInit}[] = []
  const waited: number[] = []
  const context: ActionContext = {
    ...HERE,
    env: {GITHUB_API_URL: API, GITHUB_REPOSITORY: 'library/lending', INPUT_TOKEN: 'secret'},
    out: () => undefined,
    check: () => Promise.resolve(0),
    wait: milliseconds => Promise.resolve(waited.push(milliseconds)),
    fetch: (url, init = {}) => {
      asked.push({url: String(url), init})
      const answer = answers.shift() ?? new Error('Asked too often.')
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer)
    }
  }
  return {context, asked, waited}
}

const page = (items: unknown[], link = '') => Response.json(items, {headers: link === '' ? {} : {link}})

async function all(context: ActionContext): Promise<unknown[]> {
  const found: unknown[] = []
  for await (const item of createApi(context).list('/pulls?state=open')) found.push(item)
  return found
}

describe('a list', () => {
  it('is read page by page', async () => {
    const second = `${API}/repositories/1/pulls?state=open&per_page=100&page=2`
    const {context, asked} = contextOf(page([1, 2], `<${second}>; rel="next", <${second}>; rel="last"`), page([3]))
    expect(await all(context)).toEqual([1, 2, 3])
    expect(asked.map(({url}) => url)).toEqual([`${API}/repos/library/lending/pulls?state=open&per_page=100`, second])
    expect(new Headers(asked[1]?.init.headers).get('authorization')).toBe('Bearer secret')
  })

  it('does not take the token to another server', async () => {
    const {context, asked} = contextOf(page([1], '<https://evil.example/api/v3/pulls?page=2>; rel="next"'))
    await expect(all(context)).rejects.toThrow("GitHub's list continues at another server.")
    expect(asked).toHaveLength(1)
  })

  it('ends', async () => {
    const endless = Array.from({length: 400}, () => page([1], `<${API}/next>; rel="next"`))
    expect(await all(contextOf(...endless).context)).toHaveLength(300)
  })
})

describe('what GitHub answers', () => {
  const send = (...answers: (Response | Error)[]) => createApi(contextOf(...answers).context).send('GET', '/pulls')
  const late = Object.assign(new Error('The operation was aborted'), {name: 'TimeoutError'})

  it.each([
    [Response.json({message: 'Not Found'}, {status: 404}), 'GitHub answered 404 (Not Found).'],
    [new Response('<html>', {status: 500}), 'GitHub answered 500.'],
    [Response.json(null, {status: 500}), 'GitHub answered 500.'],
    [new Response('<html>'), "GitHub's answer isn't JSON."],
    [new Response('', {status: 429}), "The token's rate limit is used up."],
    [new Error('getaddrinfo ENOTFOUND'), "GitHub can't be reached."],
    [late, "GitHub didn't answer in 20 s."]
  ])('is said plainly (%#)', async (answer, message) => {
    await expect(send(answer)).rejects.toThrow(message)
  })

  it('has the time that a request may take', async () => {
    const {context, asked} = contextOf(page([]))
    await createApi(context).send('GET', '/pulls')
    expect(asked[0]?.init.signal).toBeInstanceOf(AbortSignal)
  })

  it('names the user of the token', async () => {
    const answer = (login?: string) => Response.json(login === undefined ? {errors: []} : {data: {viewer: {login}}})
    expect(await createApi(contextOf(answer('library-bot')).context).login()).toBe('library-bot')
    expect(await createApi(contextOf(answer()).context).login()).toBe('github-actions[bot]')
  })
})

describe('a fault', () => {
  const failing = (status: number) => Response.json({message: 'Fault'}, {status})
  const repeated = (...answers: (Response | Error)[]) => {
    const made = contextOf(...answers)
    const {context} = made
    return {...made, result: repeatOnFault(() => createApi(context).send('GET', '/pulls'), context)}
  }

  it.each([[failing(502)], [failing(503)], [new Error('reset')]])(
    'is passing: another request follows (%#)',
    async fault => {
      const {result, waited} = repeated(fault, page([1]))
      expect(await result).toEqual([1])
      expect(waited).toEqual([1_000])
    }
  )

  it('is given up after three requests', async () => {
    const {result, waited, asked} = repeated(failing(502), failing(502), failing(502), page([]))
    await expect(result).rejects.toThrow('GitHub answered 502 (Fault).')
    expect({waited, asked: asked.length}).toEqual({waited: [1_000, 4_000], asked: 3})
  })

  it.each([401, 403, 404, 422, 429, 500])('stays where GitHub answers %i', async status => {
    const {result, asked} = repeated(failing(status), page([]))
    await expect(result).rejects.toThrow()
    expect(asked).toHaveLength(1)
  })
})
