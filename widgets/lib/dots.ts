/** The service's own mark on 24 by 24, as dots: lines of no length with round ends, 4.4 wide. */
export const dots =
  'M14 12h0M9.5 14.4h0M12.4 7.5h0M15.2 16.3h0M6 11h0M17.7 8.4h0M10 19h0M8.4 5h0M20 15h0M3.8 15.4h0M16 3.6h0M15 21.2h0M3.2 7h0';
