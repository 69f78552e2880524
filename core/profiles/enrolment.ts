import { spellHiddenCharacters } from '../../contract/service/text/hiddenCharacters.ts'
import { randomFillSync, randomUUID } from 'node:crypto'
import type { CallOutput, ParsedInput } from '../../contract/app/calls/calls.ts'
import { enrolmentResponse, enrolmentPath } from '../../contract/service/keys/enrolment.ts'
import type { EnrolmentResponse } from '../../contract/service/keys/enrolment.ts'
import { parseEnrolment, type Enrolment } from '../../contract/service/keys/enrolmentLink.ts'
import type { Environment } from '../../contract/service/api/headers.ts'
import { keyAlphabet, keyPrefix, keySecretLength } from '../../contract/service/keys/keyShape.ts'
import { profileInput } from '../../contract/app/profile/profile.ts'
import { fail, ok, type Result } from '../../contract/app/problems/result.ts'
import { parseResponse } from '../client/destination.ts'
import { describeProblem } from '../client/problems.ts'
import { announcesOwnService } from '../client/response.ts'
import { createPendingCalls } from '../concurrency/pendingCalls.ts'
import type { Sender } from '../client/sender.ts'
import type { StoredProfile } from '../settings/shape.ts'
import { findProfile } from './profiles.ts'
import { saveProfile, type SaveParts } from './save.ts'

export interface EnrolmentParts extends SaveParts {
  sender: Pick<Sender, 'send'>
  /** Returns and clears the invitation address that another program passed. */
  takeInvitation: () => string | null
}

/** An invitation in memory, and the key generated for it. Neither is ever stored or passed to the window. */
interface Pending extends Enrolment {
  id: string
  key: string
}

/** Exchanges invitations for keys. Holds one invitation at a time. */
export class Enrolments {
  readonly #parts: EnrolmentParts
  readonly #sharePending = createPendingCalls<Result<StoredProfile>>()
  #pending: Pending | null = null
  /**
   * The keys sent with invitations, by service and invitation, until they are saved. If an answer was lost, the service
   * accepts the invitation again with the same key, even after the user has closed the dialog. No other service gets it.
   */
  readonly #sentKeys = new Map<string, string>()

  constructor(parts: EnrolmentParts) {
    this.#parts = parts
  }

  /** Returns the pasted invitation, or the one that another program passed; `null` if there is none. */
  open(pastedText: string | undefined): Result<CallOutput<'enrolment.open'>> {
    const { settings, keys, network, redactor, takeInvitation } = this.#parts
    const text = pastedText ?? takeInvitation()
    if (text === null) return ok(null)
    const enrolment = parseEnrolment(text)
    if (!enrolment) return fail({ code: 'invitation_unreadable' })
    if (!network.allows(new URL(enrolment.service))) return fail({ code: 'service_not_allowed' })
    const key = this.#sentKeys.get(sentKeyName(enrolment)) ?? newKey()
    for (const secret of [enrolment.invitation, key]) redactor.learn(secret)
    const id = randomUUID()
    this.#pending = { ...enrolment, id, key }
    const { service } = enrolment
    const matching = settings.get().profiles.filter(({ baseUrl }) => baseUrl === service)
    const profiles = matching.map((profile) => ({
      id: profile.id,
      name: profile.name,
      key: keys.locationOf(profile),
    }))
    return ok({ id, service, profiles })
  }

  /** Asks the service for the details of an invitation. */
  async check(id: string): Promise<Result<CallOutput<'enrolment.check'>>> {
    const pending = this.#find(id)
    if (!pending) return fail({ code: 'invitation_not_valid' })
    const { invitation, key } = pending
    let result = await this.#send(pending, { invitation })
    if (
      !result.ok &&
      result.problem.code === 'invitation_not_valid' &&
      this.#sentKeys.has(sentKeyName(pending))
    )
      result = await this.#send(pending, { invitation, key })
    return result.ok ? ok(toChecked(result.value)) : result
  }

  /** Redeems an invitation. A second click while this runs shares its result. */
  async accept(input: ParsedInput<'enrolment.accept'>): Promise<Result<StoredProfile>> {
    const pending = this.#find(input.id)
    if (!pending) return fail({ code: 'invitation_not_valid' })
    return await this.#sharePending(pending.id, () => this.#accept(pending, input))
  }

  dismiss(id: string): void {
    if (this.#find(id)) this.#pending = null
  }

  #find(id: string): Pending | null {
    return this.#pending?.id === id ? this.#pending : null
  }

  async #accept(pending: Pending, input: ParsedInput<'enrolment.accept'>): Promise<Result<StoredProfile>> {
    const { settings } = this.#parts
    const target = this.#target(pending, input)
    if (!target.ok) return target
    const { invitation, key } = pending
    // An invitation can be redeemed only once, so first checks that the profile can be saved, and saves the key.
    await settings.change((all) => all)
    let environment: Environment = 'development'
    const register = async () => {
      // If the profile couldn't be saved before, this repeats the request with the same key, and the service returns the
      // same response.
      this.#sentKeys.set(sentKeyName(pending), key)
      const result = await this.#send(pending, { invitation, key })
      if (!result.ok) return result.problem
      environment = result.value.environment ?? environment
      return null
    }
    const saved = await saveProfile(this.#parts, { ...target.value, key, keep: input.keep }, register)
    if (!saved.ok) return saved
    await settings.change((all) => ({ ...all, current: { profileId: saved.value.id, environment } }))
    this.#sentKeys.delete(sentKeyName(pending))
    this.dismiss(pending.id)
    return saved
  }

  /** Returns the profile to save: a new one, or an existing one of this service that only lacks its key. */
  #target(
    { service: baseUrl }: Pending,
    { name, profileId }: ParsedInput<'enrolment.accept'>,
  ): Result<Pick<ParsedInput<'profiles.save'>, 'id' | 'profile'>> {
    const { settings, keys } = this.#parts
    if (profileId === undefined) return ok({ profile: profileInput.parse({ name, baseUrl }) })
    const profile = findProfile(settings, profileId)
    if (!profile.ok) return profile
    const needsKey = profile.value.baseUrl === baseUrl && keys.locationOf(profile.value) === 'none'
    return needsKey
      ? ok({ id: profileId, profile: profileInput.parse(profile.value) })
      : fail({ code: 'profile_not_found' })
  }

  async #send(
    { service }: Pending,
    body: { invitation: string; key?: string },
  ): Promise<Result<EnrolmentResponse>> {
    const result = await this.#parts.sender.send({
      about: { operation: 'enroll', profile: null, baseUrl: service, environment: '', attempt: 1 },
      method: 'POST',
      url: service + enrolmentPath,
      headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
      body: JSON.stringify(body),
    })
    const { redactor } = this.#parts
    if (result.ok && !announcesOwnService(result.response))
      return fail(describeProblem('not_the_service', result.response, redactor))
    return parseResponse(enrolmentResponse, result, redactor)
  }
}

function sentKeyName({ service, invitation }: Enrolment): string {
  return `${service} ${invitation}`
}

function toChecked(answer: EnrolmentResponse): CallOutput<'enrolment.check'> {
  return {
    projectName: spellHiddenCharacters(answer.project_name.slice(0, 200)),
    keyName: answer.key_name.slice(0, 200),
    scope: answer.scope,
    environment: answer.environment,
    expiresAt: answer.expires_at,
  }
}

/**
 * Returns a random key with uniformly distributed characters. Draws again for the values (of 64) that have no
 * character.
 */
function newKey(): string {
  let text = ''
  while (text.length < keySecretLength) {
    for (const byte of randomFillSync(new Uint8Array(keySecretLength))) text += keyAlphabet[byte & 63] ?? ''
  }
  return keyPrefix + text.slice(0, keySecretLength)
}
