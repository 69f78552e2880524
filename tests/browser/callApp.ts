import type { Page } from 'playwright'

/** Calls the app directly, to set up what would take many clicks. Throws if the call fails. Works in both hosts. */
export async function callApp(page: Page, name: string, input: unknown): Promise<unknown> {
  return await page.evaluate(
    async ([call, text]) => {
      const { desktop } = window as { desktop?: { call: (name: string, input: unknown) => Promise<unknown> } }
      const callOverHttp = async () => {
        const token = sessionStorage.getItem('linkwright.token') ?? ''
        const headers = { 'Content-Type': 'application/json', 'X-Linkwright-Token': token }
        const response = await fetch(`/call/${call}`, { method: 'POST', headers, body: text })
        return (await response.json()) as unknown
      }
      const result = desktop ? await desktop.call(call, JSON.parse(text)) : await callOverHttp()
      const { ok, value } = result as { ok: boolean; value: unknown }
      if (!ok) throw new Error(`${call}: ${JSON.stringify(result)}`)
      return value
    },
    [name, JSON.stringify(input)] as const,
  )
}

/** Adds a profile behind the window, which shows it after a reload. Returns its id. */
export async function addProfile(page: Page, profile: { name: string; baseUrl: string }, key?: string) {
  const saved = await callApp(page, 'profiles.save', { profile, ...(key === undefined ? {} : { key }) })
  return (saved as { id: string }).id
}
