/** The packages that the server loads only once it needs them, or that are not JavaScript alone. They stay packages. */
export const outsidePackages = [
  '@opentelemetry/api',
  '@opentelemetry/context-async-hooks',
  '@opentelemetry/exporter-trace-otlp-http',
  '@opentelemetry/resources',
  '@opentelemetry/sdk-trace',
  '@simplewebauthn/server',
  'dejavu-fonts-ttf',
  'nodemailer',
  'oidc-provider',
  'pg-native',
  'prom-client',
  'sharp',
];
