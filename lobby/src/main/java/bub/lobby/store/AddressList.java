package bub.lobby.store;

import bub.protocol.Address;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Addresses in one column, separated by spaces, which no address contains; null for none. */
final class AddressList {
  private AddressList() {}

  static @Nullable String write(List<Address> addresses) {
    return addresses.isEmpty()
        ? null
        : String.join(" ", addresses.stream().map(Address::value).toList());
  }

  static List<Address> read(@Nullable String text) {
    if (text == null) {
      return List.of();
    }
    var addresses = new ArrayList<Address>();
    for (String value : text.split(" ", -1)) {
      addresses.add(new Address(value));
    }
    return List.copyOf(addresses);
  }
}
