type Fixture = () => unknown
type Hook = () => unknown

/** The tests of the file that is being loaded, and what runs before each of them. */
let fixtures = new Map<string, Fixture>()
let hooks: Hook[] = []

export function addFixture(title: string, fixture: Fixture): void {
  fixtures.set(title, fixture)
}

export function addHook(hook: Hook): void {
  hooks.push(hook)
}

/** Returns the titles of a file's tests. */
export async function listFixtures(load: () => unknown): Promise<string[]> {
  fixtures = new Map()
  hooks = []
  await load()
  return [...fixtures.keys()]
}

/** Returns a function that shows what a test renders. */
export async function findFixture(load: () => unknown, title: string): Promise<() => Promise<void>> {
  await listFixtures(load)
  const fixture = fixtures.get(title)
  if (!fixture) throw new Error(`There is no fixture “${title}”.`)
  return async () => {
    for (const hook of hooks) await hook()
    await fixture()
  }
}
