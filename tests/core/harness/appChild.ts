import { randomUUID } from 'node:crypto'
import { startApp } from './app.ts'

// The other side of `appProcess.ts`: the child, which opens the app on a data folder and makes the calls it receives.
const app = await startApp(process.argv[2] ?? '')
const profile = await app.get('profiles.tryLocal', {})
process.on('message', (message: 'create' | { name: 'app.state'; input: Record<string, never> }) => {
  if (message !== 'create') {
    void app.get(message.name, message.input).then(
      (value) => process.send?.({ value }),
      (error: unknown) => process.send?.({ error: String(error) }),
    )
    return
  }
  const target = { profileId: profile.id, environment: 'production' } as const
  const input = { id: randomUUID(), ...target, request: { title: 'Kept' } }
  void app.get('links.create', input).then(({ link }) => process.send?.(link))
})
process.send?.('ready')
