import { addFixture, addHook } from './fixtures.ts'

/** Stands in for `vitest` in the gallery: a test runs until it first acts or expects, so what it rendered stays. */
const neverSettled = new Promise<never>(() => undefined)

interface Mock {
  (...input: unknown[]): unknown
  mock: { calls: unknown[][] }
}

export const vi = {
  fn: (implementation: (...input: unknown[]) => unknown = () => undefined): Mock => {
    const calls: unknown[][] = []
    const mock = (...input: unknown[]) => {
      calls.push(input)
      return implementation(...input)
    }
    return Object.assign(mock, { mock: { calls } })
  },
}

/** Each property access, call or construction returns this object again. Awaiting it never resolves. */
export const endless: unknown = new Proxy(() => undefined, {
  get: (_target, name) => (name === 'then' ? neverSettled.then.bind(neverSettled) : endless),
  apply: () => endless,
})

export const expect = endless
export const inject = () => true
export const beforeEach = addHook
export const afterEach = () => undefined
export const beforeAll = addHook
export const afterAll = () => undefined
export const onTestFinished = () => undefined
export const describe = (_title: string, declare: () => void) => declare()

function each(cases: readonly unknown[]) {
  return (title: string, run: (...input: unknown[]) => unknown) => {
    for (const [index, testCase] of cases.entries()) {
      const input = Array.isArray(testCase) ? (testCase as unknown[]) : [testCase]
      addFixture(`${title} (${index + 1})`, () => run(...input))
    }
  }
}
export const test = Object.assign(addFixture, { each })
export const it = test
