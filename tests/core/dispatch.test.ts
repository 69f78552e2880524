import { describe, expect, it } from 'vitest'
import { calls } from '../../contract/app/calls/calls.ts'
import type { CallName } from '../../contract/app/calls/calls.ts'
import { ok } from '../../contract/app/problems/result.ts'
import { dispatch } from '../../core/dispatch.ts'
import type { Dispatchable, Handlers } from '../../core/dispatch.ts'

/** A core whose handlers return their input, except the given ones. Collects reported bugs by call. */
function echo(changes: Partial<Handlers> = {}) {
  const bugs: [string, unknown][] = []
  const answer = (input: unknown) => Promise.resolve(ok(input))
  const all = Object.fromEntries(Object.keys(calls).map((name) => [name, answer])) as unknown as Handlers
  const core: Dispatchable = {
    handlers: { ...all, ...changes },
    reportBug: (call, error) => bugs.push([call, error]),
  }
  return { core, bugs }
}

describe('dispatch', () => {
  it('dispatch passes the parsed input to the handler of that name', async () => {
    expect(await dispatch(echo().core, 'links.list', {})).toEqual(ok({ limit: 50 }))
    expect(
      await dispatch(echo().core, 'profiles.save', { profile: { name: ' a ', baseUrl: 'b' }, key: '"k"' }),
    ).toEqual(
      ok({
        profile: {
          name: 'a',
          baseUrl: 'b',
          linkHosts: [],
          environmentValues: { production: 'production', development: 'development' },
        },
        key: 'k',
        sameKey: false,
        keep: 'keychain',
      }),
    )
  })

  it.each(['nothing', '', '__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
    'dispatch rejects the unknown call %j',
    async (name) => {
      expect(await dispatch(echo().core, name, {})).toEqual({ ok: false, problem: { code: 'unknown_call' } })
    },
  )

  it('dispatch reports an invalid input at its field and runs nothing', async () => {
    const { core, bugs } = echo({ 'app.setPreferences': () => Promise.reject(new Error('ran')) })
    const result = await dispatch(core, 'app.setPreferences', { appearance: 'pink', junk: 1 })
    expect(result).toMatchObject({ ok: false, problem: { code: 'invalid_input' } })
    expect(Object.keys(result.ok ? {} : (result.problem.fields ?? {}))).toEqual(['appearance', 'junk'])
    expect(bugs).toEqual([])
  })

  it.each<[string, () => Promise<never>]>([
    [
      'throws',
      () => {
        throw new Error('boom')
      },
    ],
    ['rejects', () => Promise.reject(new Error('boom'))],
  ])('dispatch reports a bug if a handler %s', async (_, handler) => {
    const { core, bugs } = echo({ 'app.state': handler })
    expect(await dispatch(core, 'app.state', {})).toEqual({ ok: false, problem: { code: 'bug' } })
    expect(bugs).toEqual([['app.state', new Error('boom')]])
  })

  it.each(Object.keys(calls) as CallName[])('dispatch %s never throws for any input', async (name) => {
    let deep: unknown = []
    for (let level = 0; level < 100_000; level++) deep = [deep]
    for (const input of [
      undefined,
      null,
      0,
      'text',
      [],
      deep,
      { id: 'd', form: deep },
      Object.create(null),
    ]) {
      expect(await dispatch(echo().core, name, input)).toHaveProperty('ok')
    }
  })
})
