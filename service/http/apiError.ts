import type { FieldErrors } from '../../contract/service/link/fieldErrors.ts'
import { serviceErrors } from '../../contract/service/api/serviceError.ts'
import type {
  MayBeStored,
  ServiceErrorBody,
  ServiceErrorCode,
} from '../../contract/service/api/serviceError.ts'

interface ApiErrorDetails {
  fields?: FieldErrors
  /** Response headers, such as `Allow` or `Retry-After`. */
  headers?: Record<string, string>
  /** Set if the status differs from the code's own. */
  status?: number
  /** Whether a link may have been stored despite the error. Default: no. */
  stored?: MayBeStored
}

/** Thrown while a request is handled, to send this error to the caller. */
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

/** Returns the error of a request with invalid fields. */
export function invalidFieldsError(fields: FieldErrors): ApiError {
  return new ApiError('invalid_field', 'Some fields are not valid.', { fields })
}
