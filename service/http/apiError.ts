import type { FieldErrors } from '../../contract/fieldErrors.ts'
import { serviceErrors } from '../../contract/serviceError.ts'
import type { MayBeStored, ServiceErrorBody, ServiceErrorCode } from '../../contract/serviceError.ts'

interface ApiErrorDetails {
  fields?: FieldErrors
  /** Headers of the answer, such as `Allow` or `Retry-After`. */
  headers?: Record<string, string>
  /** Where the status is not the one of the code. */
  status?: number
  /** Whether a link may have been stored all the same; usually not. */
  stored?: MayBeStored
}

/** An answer that is an error, as the caller shall see it: thrown anywhere while a request is handled. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly code: ServiceErrorCode
  readonly status: number
  readonly fields: FieldErrors | undefined
  readonly headers: Record<string, string>
  readonly stored: MayBeStored

  constructor(code: ServiceErrorCode, sentence: string, details: ApiErrorDetails = {}) {
    super(sentence)
    this.code = code
    this.status = details.status ?? serviceErrors[code]
    this.fields = details.fields
    this.headers = details.headers ?? {}
    this.stored = details.stored ?? 'no'
  }

  body(requestId: string): ServiceErrorBody {
    const { message: error, code, fields, stored } = this
    return { error, code, ...(fields && { fields }), stored, request_id: requestId }
  }
}
