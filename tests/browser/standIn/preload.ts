import type { CDPSession } from 'playwright'
import type { Desktop } from '../../electron/standin/boot.ts'
import { bridgeScript, preloadScript, preloadWorld, toTestProcess } from './preloadScripts.ts'

/** The page's preload script, as seen from the test process. */
export interface Preload {
  /** Sends a message, which is lost if the page has no listener yet. */
  send: (channel: string, args: unknown[]) => Promise<void>
  /** Every answer the page has received, as JSON. */
  answers: string[]
  /** Resolves when every call is answered. */
  waitForAnswers: () => Promise<void>
}

interface Invoke {
  /** Id 0 means that the script starts. */
  id: number
  channel: string
  args: unknown[]
}

/** Runs the built preload script in an isolated world of each document, and lets the app answer its calls. */
export async function runPreload(
  session: CDPSession,
  file: string,
  desktop: Desktop,
  readOrigin: () => string,
): Promise<Preload> {
  const answers: string[] = []
  const openCalls = new Set<Promise<void>>()
  let preloadContextId = 0
  const run = (executionContextId: number, functionDeclaration: string, args: unknown[]) =>
    session
      .send('Runtime.callFunctionOn', {
        executionContextId,
        functionDeclaration,
        arguments: args.map((value) => ({ value })),
      })
      // The document and its callers are gone.
      .then(
        () => undefined,
        () => undefined,
      )
  const answer = async (context: number, { id, channel, args }: Invoke) => {
    const result = await desktop.ask('invokeFromPage', readOrigin(), channel, args).then(
      (value: unknown) => ({ value }),
      (error: unknown) => ({ error: `Error invoking remote method '${channel}': ${String(error)}` }),
    )
    answers.push(JSON.stringify(result))
    await run(context, 'function (id, answer) { answerInvoke(id, answer) }', [id, result])
  }
  session.on('Runtime.bindingCalled', ({ name, payload, executionContextId }) => {
    if (name !== toTestProcess) return
    const call = JSON.parse(payload) as Invoke
    if (call.id === 0) {
      preloadContextId = executionContextId
      return
    }
    const answering = answer(executionContextId, call).finally(() => openCalls.delete(answering))
    openCalls.add(answering)
  })
  await session.send('Runtime.enable')
  await session.send('Runtime.addBinding', { name: toTestProcess, executionContextName: preloadWorld })
  await session.send('Page.addScriptToEvaluateOnNewDocument', { source: bridgeScript() })
  await session.send('Page.addScriptToEvaluateOnNewDocument', {
    source: preloadScript(file),
    worldName: preloadWorld,
  })
  return {
    send: (channel, args) =>
      run(preloadContextId, 'function (channel, args) { receive(channel, args) }', [channel, args]),
    answers,
    waitForAnswers: async () => void (await Promise.all(openCalls)),
  }
}
