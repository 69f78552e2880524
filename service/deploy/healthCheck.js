// The container's health check: exits with 0 if the service answers on its port.
const { PORT = '4680', TLS_CERT, TLS_CERT_FILE } = process.env
const { get } = await import(TLS_CERT || TLS_CERT_FILE ? 'node:https' : 'node:http')

get(
  { host: '127.0.0.1', port: PORT || '4680', path: '/health/live', rejectUnauthorized: false },
  ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1),
).on('error', () => process.exit(1))
