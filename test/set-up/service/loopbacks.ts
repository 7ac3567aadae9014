/** The addresses by which this machine reaches itself. */
import { networkInterfaces } from 'node:os';

const hasIpv6 = Object.values(networkInterfaces()).some((all) =>
  all?.some(({ address }) => address === '::1'),
);

/** Some containers have no IPv6. */
export const loopbacks = ['127.0.0.1', ...(hasIpv6 ? ['::1'] : [])];
